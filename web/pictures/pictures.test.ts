import { existsSync } from 'node:fs'
import type { ContainerNode, TextNode } from '@takumi-rs/core'
import { expect, test } from 'vitest'
import type { Pictured } from '../../domain/pictures.ts'
import { PALETTES } from '../features/film/cover/design.ts'
import { ems } from '../features/film/cover/type-widths.ts'
import { mixInOklab, mixInSrgb, palette } from './colours.ts'
import { FONTS, settable } from './fonts.ts'
import { designer } from './pictures.ts'
import { heading } from './sheet.ts'

const film = {
  spine: 2,
  title: 'Seven Samurai',
  director: 'Akira Kurosawa',
  country: 'Japan',
  year: 1954,
  running_time: 207,
  laserdisc: true,
  dvd: true,
  bluray: true,
  bluray_4k: false,
  laserdisc_oop: true,
  dvd_oop: false,
  bluray_oop: false,
  bluray_4k_oop: false,
}
const profile = {
  kind: 'profile',
  username: 'anna',
  catalogue: 1299,
  owned: 440,
  watched: 511,
  wishlist: 0,
  films: [film],
} as const satisfies Pictured

const layOut = (pictured: Pictured) => JSON.stringify(designer.layOut(pictured))
const textsOf = (pictured: Pictured) =>
  Array.from(layOut(pictured).matchAll(/"text":"([^"]*)"/g), ([, text]) => text)

test('the same content has the same picture, and any fact that it shows changes it', () => {
  const before = layOut({ kind: 'film', film })
  expect(layOut({ kind: 'film', film: { ...film } })).toBe(before)
  for (const change of [
    { spine: 3 },
    { title: 'Ikiru' },
    { director: 'Yasujiro Ozu' },
    { country: null },
    { year: 1955 },
    { running_time: null },
    { bluray_4k: true },
    { dvd_oop: true },
  ]) {
    expect(layOut({ kind: 'film', film: { ...film, ...change } }), JSON.stringify(change)).not.toBe(before)
  }
})

test('every cover is laid out with numbers and colours', () => {
  for (let spine = 1; spine <= 100; spine++) {
    const picture = layOut({ kind: 'film', film: { ...film, spine, year: null } })
    expect(picture).not.toMatch(/NaN|undefined|Infinity|null/)
  }
})

test('a profile shows only what is more than nothing', () => {
  expect(textsOf(profile)).toEqual(expect.arrayContaining(['440 of 1,299 titles owned', '511 watched']))
  const nothing = textsOf({ ...profile, owned: 0, watched: null, films: [] })
  expect(nothing).toEqual(["anna's Collection", 'Criterion Collection Tracker'])
})

test('a heading of any length is within its room', () => {
  const room = { width: 600, height: 216, sizes: [92, 60, 36] }
  for (const words of ['8½', 'Seven Samurai', 'A very long title indeed '.repeat(12), 'Wo'.repeat(150)]) {
    const { children = [] } = heading(words, room) as ContainerNode
    const sizes = children.map(({ style }) => Number(style?.fontSize))
    expect(
      sizes.reduce((height, size) => height + size * 1.04, 0),
      words,
    ).toBeLessThanOrEqual(room.height)
    for (const line of children as TextNode[]) {
      const isWithin = ems(line.text) * Number(line.style?.fontSize) <= room.width
      expect(isWithin || line.style?.textOverflow === 'ellipsis', line.text).toBe(true)
    }
  }
})

test('letters that the typefaces do not have are left out', () => {
  for (const [text, shown] of [
    ['Seven Samurai', 'Seven Samurai'],
    ['Oshima · “Łódź” — 8½ …', 'Oshima · “Łódź” — 8½ …'],
    ['O\u0304shima', 'Ōshima'],
    ['Война и мир / War and Peace', 'War and Peace'],
    ['Tampopo (タンポポ)', 'Tampopo'],
    ['Zero\u200bWidth\u202e', 'ZeroWidth'],
    ['七人の侍', undefined],
    ['…', undefined],
  ] as const) {
    expect(settable(text), text).toBe(shown)
  }
  expect(textsOf({ kind: 'film', film: { ...film, title: '七人の侍', director: '黒澤明' } })).toContain(
    'Spine 2',
  )
})

test('the typefaces are those of the style sheet, without combining marks', () => {
  expect(FONTS.map(({ family }) => family)).toEqual([
    'Instrument Sans',
    'Instrument Sans',
    'Fraunces',
    'Fraunces',
  ])
  for (const { file, unicodeRange } of FONTS) {
    expect(existsSync(`node_modules/${file}`), file).toBe(true)
    expect(unicodeRange.some(([first, last]) => first <= 0x304 && last >= 0x304)).toBe(false)
  }
})

test('every palette has its four colours, and colours mix as in CSS', () => {
  for (const name of PALETTES) {
    const { ground, ink, accents } = palette(name)
    expect(new Set([ground, ink, ...accents]).size, name).toBe(4)
  }
  expect(mixInSrgb('#ffffff', 0.5, '#000000')).toBe('#808080')
  expect(mixInOklab('#ffffff', 0.5, '#000000')).toBe('#636363')
  expect(mixInOklab('#c8402f', 1, '#000000')).toBe('#c8402f')
})
