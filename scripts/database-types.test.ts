import { expect, test } from 'vitest'
import { schema } from '../server/rest/schema/schema.fixture.ts'
import { databaseTypes } from './database-types.ts'

const types = databaseTypes(schema)
const flat = types.replaceAll(/\s+/g, ' ')

test('a row has every column, with null where it may be', () => {
  expect(flat).toContain(
    'Row: { dvd: boolean id: number search: string spine: number title: string year: number | null }',
  )
})

test('an insert needs what has no default, and never gives what the database computes', () => {
  expect(flat).toContain(
    'Insert: { dvd?: boolean id?: never search?: never spine: number title: string year?: number | null }',
  )
})

test('an update needs nothing', () => {
  expect(flat).toContain(
    'Update: { dvd?: boolean id?: never search?: never spine?: number title?: string year?: number | null }',
  )
})

test('a name that is no identifier is quoted', () => {
  expect(flat).toContain(`Views: { 'it "quotes"': { Row:`)
})

test('a foreign key is a relationship', () => {
  expect(flat).toContain(
    `Relationships: [{ foreignKeyName: 'wishlist_film_id_fkey' columns: ['film_id'] isOneToOne: true referencedRelation: 'films' referencedColumns: ['id'] }]`,
  )
})

test('lists and enums keep what they hold', () => {
  expect(flat).toContain(`formats: Database['public']['Enums']['format'][] }`)
  expect(flat).toContain(`Enums: { format: 'dvd' | 'bluray' }`)
})

test('functions have their arguments and what they answer', () => {
  expect(flat).toContain('films_by: { Args: { country?: string director: string } Returns: { dvd: boolean')
  expect(flat).toContain(
    'films_count: { Args: never Returns: number } | { Args: { word: string } Returns: number }',
  )
  expect(flat).toContain('touch: { Args: never Returns: undefined }')
})

test('rows of a composite type have null where a column may', () => {
  const columns = [
    { name: 'title', type: 'text', typeName: 'text', nullable: true },
    { name: 'dvd', type: 'boolean', typeName: 'bool' },
  ]
  const returns = { kind: 'rows', set: true, relation: null, columns } as const
  const routine = { name: 'marked', parameters: [], volatility: 'stable', tables: null, returns } as const
  const written = databaseTypes({ ...schema, routines: new Map([['marked', [routine]]]) })
  expect(written.replaceAll(/\s+/g, ' ')).toContain('Returns: { dvd: boolean title: string | null }[]')
})
