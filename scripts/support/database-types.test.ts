import { expect, test } from 'vitest'
import { schema } from '../../server/rest/schema/schema.fixture.ts'
import { databaseTypes } from './database-types.ts'

const types = databaseTypes(schema)
const flat = types.replaceAll(/\s+/g, ' ')

test('the type of a row has every column, with null for a nullable one', () => {
  expect(flat).toContain(
    'Row: { dvd: boolean id: number search: string spine: number title: string year: number | null }',
  )
})

test('the type of an insert requires columns without a default and excludes computed ones', () => {
  expect(flat).toContain(
    'Insert: { dvd?: boolean id?: never search?: never spine: number title: string year?: number | null }',
  )
})

test('the type of an update requires no column', () => {
  expect(flat).toContain(
    'Update: { dvd?: boolean id?: never search?: never spine?: number title?: string year?: number | null }',
  )
})

test('a name that is not an identifier is quoted', () => {
  expect(flat).toContain(`Views: { 'it "quotes"': { Row:`)
})

test('a foreign key becomes a relationship', () => {
  expect(flat).toContain(
    `Relationships: [{ foreignKeyName: 'wishlist_film_id_fkey' columns: ['film_id'] isOneToOne: true referencedRelation: 'films' referencedColumns: ['id'] }]`,
  )
})

test('arrays and enums have the types of their values', () => {
  expect(flat).toContain(`formats: Database['public']['Enums']['format'][] }`)
  expect(flat).toContain(`Enums: { format: 'dvd' | 'bluray' }`)
})

test('a function has the types of its arguments and its result', () => {
  expect(flat).toContain('films_by: { Args: { country?: string director: string } Returns: { dvd: boolean')
  expect(flat).toContain(
    'films_count: { Args: never Returns: number } | { Args: { word: string } Returns: number }',
  )
  expect(flat).toContain('touch: { Args: never Returns: undefined }')
})

test('a row of a composite type has null for a nullable column', () => {
  const columns = [
    { name: 'title', type: 'text', typeName: 'text', nullable: true },
    { name: 'dvd', type: 'boolean', typeName: 'bool' },
  ]
  const returns = { kind: 'rows', set: true, relation: null, columns } as const
  const routine = { name: 'marked', parameters: [], volatility: 'stable', tables: null, returns } as const
  const written = databaseTypes({ ...schema, routines: new Map([['marked', [routine]]]) })
  expect(written.replaceAll(/\s+/g, ' ')).toContain('Returns: { dvd: boolean title: string | null }[]')
})
