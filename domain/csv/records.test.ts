import { describe, expect, test } from 'vitest'
import { delimiterOf } from './records.ts'

describe('the separator of', () => {
  test.each([
    ['commas', 'Title,Year\nIkiru,1952\n', ','],
    [
      'commas with semicolons in the notes',
      'Title,Year,Notes\nIkiru,1952,a; b; c; d\nRan,1985,e; f; g\n',
      ',',
    ],
    ['commas with semicolons in quoted notes', 'Title,Notes\n"Ikiru","a; b; c"\n"Ran","d;\ne; f"\n', ','],
    [
      'semicolons with commas in titles and prices',
      'Titel;Regie;Preis\nSieben Samurai, Die;Kurosawa, Akira;19,99\nVerborgene Festung, Die;Kurosawa, Akira;9,99\n',
      ';',
    ],
    ['semicolons with a comma in the header', 'Titel;Regie (Name, Vorname);Preis\nA, Die;B, C;1,99\n', ';'],
    ['semicolons with rows of different length', 'A;B;C;D\na;b;1,99\na;1,99\na;b;c;1,99\n', ';'],
    ['semicolons below a heading', 'Meine Filme, 2024\nTitel;Preis\nA;1\nB;2\n', ';'],
    ['semicolons with one more in the rows', 'Titel;Preis\nA, Die;1,99;\nB, Der;2,99;\n', ';'],
    ['tabs with commas in titles', 'Title\tYear\nSeven Samurai, The\t1954\n', '\t'],
    ['a line for Excel', 'sep=;\nTitel;Preis\nA, Die;1,99\n', ';'],
    ['line ends of Windows', 'Titel;Preis\r\nA;1,99\r\n', ';'],
    ['a header alone', 'Spine;DVD', ';'],
    ['one column', 'Title\nIkiru\n', ','],
    ['nothing', '', ','],
  ])('%s', (_, text, delimiter) => expect(delimiterOf(text)).toBe(delimiter))
})
