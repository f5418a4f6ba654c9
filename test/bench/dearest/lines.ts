/**
 * How many reads of one row each request may cost alone, on the dearer engine. A line is half more than was measured,
 * because two runs of the same code differ by up to a third. A request without a line has to cost less than all of these.
 */
export const LINES: Readonly<Record<string, number>> = {}
