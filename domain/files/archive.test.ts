import fc from 'fast-check'
import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unpack } from './archive.ts'

const FILES = {
  'a.csv': strToU8('Title,Owned\nIkiru,x\n'.repeat(40)),
  'b/stored.csv': strToU8('Title\nPlaytime\n'),
  'c.csv': strToU8('Title\nStalker\n'.repeat(9)),
}
const all = (bytes: Uint8Array<ArrayBuffer>) => unpack(bytes, () => true, 1e6)
const archive = () => zipSync({ ...FILES, 'b/stored.csv': [FILES['b/stored.csv'], { level: 0 }] })

/** An archive whose sizes follow the contents, as a program writes that does not know them before. */
function streamed(): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((_, chunk) => chunks.push(chunk))
  for (const [name, content] of Object.entries(FILES)) {
    const file = new ZipDeflate(name)
    zip.add(file)
    file.push(content, true)
  }
  zip.end()
  return new Uint8Array(Buffer.concat(chunks))
}

/** Changes bytes and returns the archive. `directory` is where the entry of the first file begins. */
function altered(change: (view: DataView, directory: number, end: number) => void, bytes = archive()) {
  const view = new DataView(bytes.buffer)
  const end = bytes.length - 22
  change(view, view.getUint32(end + 16, true), end)
  return bytes
}
function add(view: DataView, places: number[], difference: number): void {
  for (const at of places) view.setUint32(at, view.getUint32(at, true) + difference, true)
}

test('an archive is unpacked, also one whose sizes follow the contents', () => {
  expect(all(archive())).toEqual(FILES)
  expect(all(streamed())).toEqual(FILES)
  expect(Object.keys(unpack(archive(), (name) => name === 'c.csv', 1e6))).toEqual(['c.csv'])
  expect(all(zipSync({}))).toEqual({})
})

test.each<[lie: string, bytes: Uint8Array<ArrayBuffer>]>([
  ['a smaller size in both places', altered((view, at) => add(view, [at + 24, 22], -100))],
  ['a larger size in both places', altered((view, at) => add(view, [at + 24, 22], 100))],
  ['a smaller size in the directory', altered((view, at) => add(view, [at + 24], -100))],
  ['a larger size in the directory', altered((view, at) => add(view, [at + 24], 100))],
  ['a smaller size before the content', altered((view) => add(view, [22], -100))],
  ['another packed size in the directory', altered((view, at) => add(view, [at + 20], -1))],
  ['another packed size before the content', altered((view) => add(view, [18], 1))],
  ['a smaller packed size in both places', altered((view, at) => add(view, [at + 20, 18], -5))],
  ['a smaller size after a content', altered((view, at) => add(view, [at + 24], -100), streamed())],
  ['another checksum in both places', altered((view, at) => add(view, [at + 16, 14], 1))],
  ['another checksum in the directory', altered((view, at) => add(view, [at + 16], 1))],
  ['another compression in the directory', altered((view, at) => view.setUint16(at + 10, 0, true))],
  ['an unknown compression', altered((view, at) => add(view, [at + 10, 8], 1))],
  ['a password', altered((view, at) => view.setUint16(at + 8, 1, true))],
  ['an offset into another place', altered((view, at) => add(view, [at + 42], 3))],
  ['an offset behind the end', altered((view, at) => add(view, [at + 42], 1e8))],
  ['a directory elsewhere', altered((view, _, end) => add(view, [end + 16], -1))],
  ['a directory behind the end', altered((view, _, end) => add(view, [end + 16], 1000))],
  ['a directory of another length', altered((view, _, end) => add(view, [end + 12], -1))],
  ['fewer files than there are', altered((view, _, end) => view.setUint16(end + 10, 2, true))],
  ['more files than there are', altered((view, _, end) => view.setUint16(end + 10, 4, true))],
  ['a changed content', altered((view) => view.setUint8(45, view.getUint8(45) ^ 1))],
  ['two files with one content', overlapping()],
  ['two files of one name', renamed()],
  ['no end', archive().slice(0, -23)],
  ['no beginning', archive().slice(5)],
])('an archive with %s is damaged', (_, bytes) => {
  expect(() => all(bytes)).toThrow()
})

/** The second entry of the directory leads to the first file. */
function overlapping(): Uint8Array<ArrayBuffer> {
  const bytes = zipSync({ 'a.csv': FILES['c.csv'], 'b.csv': FILES['c.csv'] })
  return altered((view, at) => view.setUint32(at + 46 + 'a.csv'.length + 42, 0, true), bytes)
}

function renamed(): Uint8Array<ArrayBuffer> {
  const bytes = zipSync({ 'a.csv': FILES['a.csv'], 'b.csv': FILES['c.csv'] })
  return altered((view, at) => view.setUint8(at + 46 + 'a.csv'.length + 46, 'a'.charCodeAt(0)), bytes)
}

test('an archive of which any part was cut off or any byte changed has its files, or is refused', () => {
  const whole = archive()
  const isWhole = (bytes: Uint8Array<ArrayBuffer>) => {
    let files: object
    try {
      files = all(bytes)
    } catch {
      return
    }
    // The names have no checksum.
    expect(new Set(Object.values(files))).toEqual(new Set(Object.values(FILES)))
  }
  for (let length = 0; length < whole.length; length++) isWhole(whole.slice(0, length))
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const bytes = whole.slice()
      bytes[at] = (bytes[at] ?? 0) ^ change
      isWhole(bytes)
    }),
    { numRuns: 5000 },
  )
})
