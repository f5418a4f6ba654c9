/** How much there is of everything that grows. */
export interface Size {
  films: number
  accounts: number
  /** By each account. */
  owned: number
}

const OWNED = 300

/** Each ten and a hundred times the one before, to a catalogue and a public that no site of this kind has yet. */
const SIZES = '1299x100,12990x10000,130000x100000'

/** What GROWTH asks for, as films times accounts: `1299x100,12990x10000`. */
export function sizesToMeasure(): Size[] {
  return (process.env.GROWTH ?? SIZES).split(',').map((text) => {
    const [films, accounts] = text.split('x').map(Number)
    if (!films || !accounts) throw new Error(`GROWTH has ${text} where it needs films x accounts.`)
    return { films, accounts, owned: OWNED }
  })
}
