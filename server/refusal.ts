/**
 * Something the person at the keyboard can mend: a setting, a file, a port.
 * Its message is one line that says what is wrong and what to do; it is shown without a stack.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}
