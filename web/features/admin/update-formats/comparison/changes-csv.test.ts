import { expect, test } from 'vitest'
import { changesCsv } from './changes-csv.ts'

test('the CSV has a line for each changed flag and no cell that a spreadsheet would run as a formula', async () => {
  const file = await changesCsv([
    {
      id: 1,
      spine: 7,
      title: '=1+1, "é"',
      before: { dvd: true, dvd_oop: true },
      after: { dvd: false, dvd_oop: false },
    },
    { id: 2, spine: 8, title: 'Ikiru', before: { bluray_4k: false }, after: { bluray_4k: true } },
  ])
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
    [
      '\uFEFFSpine,Title,Column,Before,After',
      `7,"'=1+1, ""é""",DVD,X,`,
      `7,"'=1+1, ""é""",OOP_DVD,X,`,
      '8,Ikiru,4K,,X',
      '',
    ].join('\r\n'),
  )
})
