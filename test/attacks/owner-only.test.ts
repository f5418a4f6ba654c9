import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end, startSite } from '../support/site/child.ts'
import { newPlace, type Place } from '../support/site/place.ts'

let place: Place
let folder: string
let site: Awaited<ReturnType<typeof startSite>>
let mask: number
beforeAll(async () => {
  // As careless as can be: what is made is for everybody, unless it is made otherwise.
  mask = process.umask(0)
  place = await newPlace('pglite')
  folder = place.env.DATA_DIR ?? ''
  site = await startSite(place.env)
})
afterAll(async () => {
  await end(site.child)
  process.umask(mask)
  await place.remove()
})

const others = (file: string) => statSync(file).mode & 0o077

test('the folder with the data, the keys and the way in for admins is its owner’s alone', () => {
  expect(others(folder)).toBe(0)
  expect(readdirSync(folder)).toContain('admin.sock')
  expect(others(path.join(folder, 'admin.sock'))).toBe(0)
})

test('no key stands in a file outside of the database, nor in what the process is given', () => {
  const files = readdirSync(folder).filter((file) => statSync(path.join(folder, file)).isFile())
  expect(files.filter((file) => /key|secret|pem|jwk/i.test(file))).toEqual([])
  expect(Object.keys(place.env)).toEqual(['DATA_DIR'])
})
