/** The size of a measured database. */
export interface Size {
  films: number
  accounts: number
  /** The owned films per account. */
  owned: number
}

const OWNED = 300

/** Films × accounts: today's size, and ten and a hundred times as many films. */
const SIZES = '1299x100,12990x10000,130000x100000'

/** Returns the sizes in GROWTH, as films × accounts: `1299x100,12990x10000`. */
export function sizesToMeasure(): Size[] {
  return (process.env.GROWTH ?? SIZES).split(',').map((text) => {
    const [films, accounts] = text.split('x').map(Number)
    if (!films || !accounts) throw new Error(`GROWTH has ${text} where it needs films x accounts.`)
    return { films, accounts, owned: OWNED }
  })
}
