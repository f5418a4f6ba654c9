import { readFileSync, writeFileSync } from 'node:fs'
import { readFilmsCsv } from '../domain/csv/films-csv.ts'
import { writeFormatsCsv } from '../domain/csv/formats-csv.ts'

// Writes public/film-formats.csv from the catalogue. A unit test compares the two files.
const { films, problems } = readFilmsCsv(readFileSync('catalogue/films.csv', 'utf8'))
if (problems.length > 0) throw new Error(`catalogue/films.csv:${problems[0]?.line}: ${problems[0]?.message}`)
writeFileSync('public/film-formats.csv', writeFormatsCsv(films))
