import { createStore, del, get, set } from 'idb-keyval'
import { COLUMN_NAMES } from '../../domain/film/columns.ts'
import type { OfflineCatalogue, OfflinePerson } from '../../domain/offline/tables/tables.ts'

/**
 * The columns of films that are stored. Box art cannot be loaded without a network, and its addresses would be a third of the
 * catalogue.
 */
export const CATALOGUE_COLUMNS = [
  ...['id', 'aliases', 'revision'],
  ...COLUMN_NAMES.filter((column) => column !== 'box_art_url'),
].join(',')

/** The catalogue as it was read at a time, in milliseconds. */
export interface StoredCatalogue extends OfflineCatalogue {
  readAt: number
  /** The `CATALOGUE_COLUMNS` of the release that stored it. */
  columns: string
}

/** What a person tracked at a time, in milliseconds. */
export interface StoredPerson extends OfflinePerson {
  readAt: number
}

let store: ReturnType<typeof createStore> | undefined

export function readStoredCatalogue(): Promise<StoredCatalogue | undefined> {
  return get('catalogue', openStore())
}

export function storeCatalogue(catalogue: StoredCatalogue): Promise<void> {
  return set('catalogue', catalogue, openStore())
}

export function readStoredTracking(): Promise<StoredPerson | undefined> {
  return get('person', openStore())
}

export function storeTracking(person: StoredPerson): Promise<void> {
  return set('person', person, openStore())
}

/** Removes what a person tracks. The catalogue stays: it is the same for all people. */
export function removeStoredTracking(): Promise<void> {
  return del('person', openStore())
}

/** Opened when it is first needed; a browser without storage throws then. */
function openStore(): ReturnType<typeof createStore> {
  store ??= createStore('offline-data', 'tables')
  return store
}
