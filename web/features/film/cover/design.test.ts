import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DRAWINGS } from './compositions.ts'
import { COMPOSITIONS, designOf, PALETTES } from './design.ts'

const SPINES = Array.from({ length: 3000 }, (_, index) => index + 1)
const css = readFileSync(new URL('./palettes.module.css', import.meta.url), 'utf8')

describe('the design of a cover', () => {
  it('depends on the spine number alone', () => {
    expect(SPINES.map(designOf)).toEqual(SPINES.map(designOf))
  })

  it('repeats neither composition nor palette within eleven spines', () => {
    for (const spine of SPINES) {
      for (let apart = 1; apart <= 11; apart++) {
        const [one, other] = [designOf(spine), designOf(spine + apart)]
        expect(one.composition, `${spine} and ${spine + apart}`).not.toBe(other.composition)
        expect(one.palette, `${spine} and ${spine + apart}`).not.toBe(other.palette)
      }
    }
  })

  it('uses every composition and every palette about equally often', () => {
    for (const [part, names] of [
      ['composition', COMPOSITIONS],
      ['palette', PALETTES],
    ] as const) {
      for (const name of names) {
        const uses = SPINES.filter((spine) => designOf(spine)[part] === name).length
        expect(uses, name).toBeGreaterThan(0.97 * (SPINES.length / names.length) - 2)
        expect(uses, name).toBeLessThan(1.03 * (SPINES.length / names.length) + 2)
      }
    }
  })

  it('does not repeat periodically in the column of a grid', () => {
    for (let columns = 2; columns <= 10; columns++) {
      for (let period = 1; period <= 12; period++) {
        const column = SPINES.filter((spine) => spine % columns === 0)
        const echoes = column.filter(
          (spine) => designOf(spine).composition === designOf(spine + columns * period).composition,
        ).length
        expect(echoes / column.length, `${columns} columns, ${period} rows apart`).toBeLessThan(0.15)
      }
    }
  })

  it('draws every composition with finite numbers for any variant and any height', () => {
    for (const composition of COMPOSITIONS) {
      for (let variant = 0; variant < 60; variant++) {
        const roll = (sides: number) => (variant * 7 + sides * 3) % sides
        for (const shape of DRAWINGS[composition]({
          top: 46 + (variant % 26),
          spine: 1290 - variant,
          roll,
        })) {
          expect(JSON.stringify(shape)).not.toMatch(/NaN|undefined|Infinity/)
        }
      }
    }
  })
})

describe('a palette', () => {
  it.each(PALETTES)('%s has a contrast of at least 4.5:1 for title, credit and spine number', (name) => {
    const rule = css.match(new RegExp(`\\.${name} \\{([^}]+)\\}`))?.[1] ?? ''
    const color = (property: string) => rule.match(new RegExp(`--${property}: (#[0-9a-f]{6});`))?.[1] ?? ''
    expect(contrast(color('ink'), color('ground'))).toBeGreaterThanOrEqual(4.5)
    expect(color('accent-1')).not.toBe('')
    expect(color('accent-2')).not.toBe('')
  })
})

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
