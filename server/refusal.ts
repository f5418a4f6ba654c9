/**
 * An error that the operator can correct: a setting, a file, a port.
 * Its message is one line that states what is wrong and what to do. It is shown without a stack.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}
