import type { Column, Relation, Routine, Schema } from './schema.ts'

const column = (name: string, type: string, typeName: string): Column => ({
  name,
  type,
  typeName,
  nullable: false,
  default: null,
  generated: false,
  identity: null,
})

const films: Relation = {
  name: 'films',
  kind: 'table',
  columns: [
    { ...column('id', 'integer', 'int4'), identity: 'always' },
    column('spine', 'integer', 'int4'),
    column('title', 'text', 'text'),
    { ...column('year', 'integer', 'int4'), nullable: true },
    { ...column('dvd', 'boolean', 'bool'), default: 'false' },
    { ...column('search', 'text', 'text'), generated: true },
  ],
  primaryKey: ['id'],
  uniqueKeys: [['spine']],
  foreignKeys: [],
  perPerson: false,
  hiddenPart: null,
  announced: true,
}

const wishlist: Relation = {
  name: 'wishlist',
  kind: 'table',
  columns: [column('film_id', 'integer', 'int4'), column('formats', 'format[]', '_format')],
  primaryKey: ['film_id'],
  uniqueKeys: [],
  foreignKeys: [
    {
      name: 'wishlist_film_id_fkey',
      columns: ['film_id'],
      referencedRelation: 'films',
      referencedColumns: ['id'],
      isOneToOne: true,
    },
  ],
  perPerson: false,
  hiddenPart: null,
  announced: false,
}

const shelves: Relation = {
  name: 'shelves',
  kind: 'table',
  columns: [
    column('owner', 'uuid', 'uuid'),
    column('place', 'integer', 'int4'),
    column('label', 'text', 'text'),
  ],
  primaryKey: ['owner', 'place'],
  uniqueKeys: [['label', 'place']],
  foreignKeys: [],
  perPerson: true,
  hiddenPart: { person: 'owner', part: 'shelves' },
  announced: false,
}

const parameter = (name: string, optional = false) => ({ name, type: 'text', typeName: 'text', optional })

const routine = (name: string, parameters: Routine['parameters'], returns: Routine['returns']): Routine => ({
  name,
  parameters,
  volatility: 'stable',
  tables: null,
  returns,
})

const filmRows: Routine['returns'] = { kind: 'rows', set: true, relation: 'films', columns: films.columns }

const number = { kind: 'values', set: false, type: 'integer', typeName: 'int4' } as const

/** A schema for tests that need no database. */
export const schema: Schema = {
  relations: new Map([
    ['films', films],
    ['wishlist', wishlist],
    ['shelves', shelves],
    ['it "quotes"', { ...films, name: 'it "quotes"', kind: 'view' }],
  ]),
  routines: new Map([
    ['films_by', [routine('films_by', [parameter('director'), parameter('country', true)], filmRows)]],
    ['films_like', [routine('films_like', [parameter('title'), parameter('year', true)], filmRows)]],
    [
      'films_count',
      [routine('films_count', [], number), routine('films_count', [parameter('word')], number)],
    ],
    ['twins', [routine('twins', [parameter('a')], number), routine('twins', [parameter('a')], number)]],
    ['grow', [{ ...routine('grow', [], number), volatility: 'volatile' }]],
    ['touch', [routine('touch', [], { kind: 'nothing' })]],
  ]),
  enums: new Map([['format', ['dvd', 'bluray']]]),
}
