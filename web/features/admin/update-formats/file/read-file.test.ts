import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { store, unpack } from '../../../../../domain/files/archive.ts'
import { FLAGS } from '../../../../../domain/film/formats.ts'
import { readFile } from './read-file.ts'

const HEADER = [
  'Spine',
  'Laserdisc',
  'DVD',
  'Blu-ray',
  '4K',
  'OOP_Laserdisc',
  'OOP_DVD',
  'OOP_Blu-ray',
  'OOP_4K',
]
const EXPECTED = [
  [1, 'laserdisc', 'laserdisc_oop'],
  [2, 'dvd', 'bluray', 'dvd_oop'],
]
const ROWS = [
  [1, 'X', null, null, null, 'x', null, null, null],
  ['2', null, ' x ', 'X', null, null, 'X'],
]

type Cell = string | number | boolean | Date | null

async function xlsx(rows: Cell[][]): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = rows.map((row) =>
    row.map((value) => (value instanceof Date ? { value, format: 'yyyy-mm-dd' } : value)),
  )
  return new Uint8Array(await writeXlsx(sheet).toBuffer())
}

/** The spreadsheet with a change in the XML of its first sheet. */
async function withSheet(bytes: Uint8Array<ArrayBuffer>, change: (sheet: string) => string) {
  const archive = unpack(bytes, () => true, 1e8)
  for (const [name, content] of Object.entries(archive)) {
    if (!name.includes('worksheets/sheet')) continue
    const sheet = new TextDecoder().decode(content)
    const changed = change(sheet)
    expect(changed).not.toBe(sheet)
    archive[name] = new TextEncoder().encode(changed)
  }
  return store(archive)
}

/** Two hundred million zeros, packed into less than a quarter of a megabyte. A constant, because packing takes long. */
const BOMB = zipSync({ 'a.xml': new Uint8Array(200_000_000) })

const text = (words: string) => new TextEncoder().encode(words)

async function flagsBySpine(bytes: Uint8Array<ArrayBuffer>) {
  const { rows } = await readFile(bytes)
  return rows.map(({ spine, flags }) => [spine, ...FLAGS.filter((flag) => flags[flag])])
}

describe('the rows are read from', () => {
  const csv = [HEADER, ...ROWS.map((row) => HEADER.map((_, index) => row[index] ?? ''))]
    .map((row) => row.join(';'))
    .join('\r\n')

  test.each([
    ['a CSV file with semicolons', async () => text(csv)],
    [
      'a CSV file in Latin-1',
      async () => bytesOf(`Title;${csv.replaceAll('\r\n', '\r\nAm\u00e9lie;')}`, 'latin1'),
    ],
    [
      'a CSV file in UTF-16 with tabs, as spreadsheets save "Unicode text"',
      async () => bytesOf(`\uFEFF${csv.replaceAll(';', '\t')}`, 'utf16le'),
    ],
    [
      'a CSV file in big-endian UTF-16',
      async () => new Uint8Array(Buffer.from(`\uFEFF${csv}`, 'utf16le').swap16()),
    ],
    ['a spreadsheet', async () => xlsx([HEADER, ...ROWS])],
    [
      'a spreadsheet with an ignored column',
      async () => xlsx([['Title', ...HEADER], ...ROWS.map((row) => ['é', ...row])]),
    ],
    [
      'a spreadsheet with empty rows',
      async () => xlsx([HEADER, [], ...ROWS.flatMap((row) => [row, [null, '  ']])]),
    ],
    [
      'a spreadsheet large enough to be inflated in parts',
      async () => xlsx([HEADER, ...ROWS, ...Array.from({ length: 20_000 }, () => Array(40).fill(null))]),
    ],
  ])('%s', async (_, bytes) => {
    expect(await flagsBySpine(await bytes())).toEqual(EXPECTED)
  })
})

test('the line of a problem in a spreadsheet is the row of its sheet', async () => {
  const { problems } = await readFile(await xlsx([[], HEADER, [], [0, 'X'], [3, 'X'], [4, 'no']]))
  expect(problems.map(({ line }) => line)).toEqual([4, 6])
})

describe('a spreadsheet cell that is neither X nor empty is reported as a problem:', () => {
  test.each<[string, Cell, string]>([
    ['true', true, 'DVD holds “TRUE”'],
    ['false', false, 'DVD holds “FALSE”'],
    ['a number', 1, 'DVD holds “1”'],
    ['a date', new Date('2026-11-21'), 'DVD holds “2026-11-21”'],
  ])('%s', async (_, value, words) => {
    const { rows, problems } = await readFile(await xlsx([HEADER, [1, 'X', value], [2, 'X']]))
    expect(rows).toMatchObject([{ spine: 2 }])
    expect(problems).toMatchObject([{ line: 2, message: expect.stringContaining(words) }])
  })

  test.each([
    ['a formula with an error', '<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['a formula without its result', '<c r="C2"><f>B2</f><v></v></c>', 'a formula without its result'],
    [
      'a shared formula without its result',
      '<c r="C2" t="str"><f t="shared" si="0"/></c>',
      'a formula without its result',
    ],
  ])('%s', async (_, cell, words) => {
    const bytes = await withSheet(await xlsx([HEADER, [1, 'X', 'formula']]), (sheet) =>
      sheet.replace(/<c r="C2".*?<\/c>/, cell),
    )
    const { rows, problems } = await readFile(bytes)
    expect(rows).toEqual([])
    expect(problems).toMatchObject([
      { line: 2, message: `DVD holds “${words}” where only X or nothing can stand` },
    ])
  })

  test('a formula cell whose result is an empty text counts as empty', async () => {
    const bytes = await withSheet(await xlsx([HEADER, [1, 'X', 'formula']]), (sheet) =>
      sheet.replace(/<c r="C2".*?<\/c>/, '<c r="C2" t="str"><f>IF(B2,"","X")</f><v></v></c>'),
    )
    expect(await flagsBySpine(bytes)).toEqual([[1, 'laserdisc']])
  })
})

describe('the error has one sentence for', () => {
  const rubbish = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)

  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, RegExp]>([
    ['a file of another kind', async () => rubbish, /neither a CSV file nor/],
    [
      'an .xls file',
      async () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...rubbish]),
      /\.xls spreadsheet.*password/,
    ],
    [
      'a file that only begins like a spreadsheet',
      async () => new Uint8Array([0x50, 0x4b, 3, 4, ...rubbish]),
      /damaged/,
    ],
    ['a truncated spreadsheet', async () => (await xlsx([HEADER, ...ROWS])).slice(0, 2000), /damaged/],
    ['a zip archive that is not a spreadsheet', async () => store({ 'a.xml': text('<a/>') }), /damaged/],
    ['a sheet that is not XML', async () => withSheet(await xlsx([HEADER]), () => 'no <<<'), /damaged/],
    ['an archive that is too large when unpacked', async () => BOMB, /too large when unpacked/],
    ['an archive that is larger than it declares', async () => withFalseSize(BOMB.slice()), /damaged/],
    [
      'a sheet with one cell far out',
      async () => withSheet(await xlsx([HEADER, [1]]), (sheet) => sheet.replace('r="A2"', 'r="XFD1048576"')),
      /too large/,
    ],
    [
      'a sheet with one row far out',
      async () =>
        withSheet(await xlsx([HEADER, [1]]), (sheet) => sheet.replace('<row r="2"', '<row r="2000000000"')),
      /too large/,
    ],
  ])('%s', async (_, bytes, sentence) => {
    await expect(readFile(await bytes())).rejects.toMatchObject({
      name: 'Unreadable',
      message: expect.stringMatching(sentence),
    })
  })
})

test('a spreadsheet of a hundred thousand rows is read within seconds', async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => [
    index + 1,
    'X',
    'X',
    null,
    null,
    null,
    'X',
    null,
    null,
  ])
  const bytes = await xlsx([HEADER, ...rows])
  const start = process.cpuUsage()
  expect((await readFile(bytes)).rows).toHaveLength(100_000)
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(15_000)
}, 60_000)

function bytesOf(words: string, encoding: 'latin1' | 'utf16le'): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(words, encoding))
}

/** The archive of one file, with a declared size of 1,000 bytes. */
function withFalseSize(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer)
  const directory = view.getUint32(bytes.length - 6, true)
  view.setUint32(directory + 24, 1000, true)
  return bytes
}
