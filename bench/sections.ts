const SECTIONS = 'start memory reads searches tracking sign-ins watching pages processes growth'.split(' ')

const named = process.argv.slice(2)
if (!named.every((name) => SECTIONS.includes(name)))
  throw new Error(`The sections are ${SECTIONS.join(', ')}.`)

/** Whether a section is to be measured: all are, unless some are named, as in `npm run bench -- growth`. */
export function isAsked(section: string): boolean {
  return named.length === 0 || named.includes(section)
}
