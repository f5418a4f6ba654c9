import { asCaller, type Caller } from '../../db/as-caller.ts'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../schema/schema.ts'
import { documentOf } from './document.ts'
import { readUsable } from './usable.ts'

/**
 * Returns the text of the document for a caller. There is one for each role, which is made when it is first asked for
 * and stored until the schema is read again.
 */
type DocumentFor = (caller: Caller, schema: Schema) => Promise<string>

export function openDocuments(db: Database, version: string, basePath: string): DocumentFor {
  const documents = new WeakMap<Schema, Map<Caller['role'], Promise<string>>>()

  async function make(role: Caller['role'], schema: Schema): Promise<string> {
    return JSON.stringify(documentOf(schema, await readUsable(db, role), { role, version, basePath }))
  }

  function ofRole(role: Caller['role'], schema: Schema): Promise<string> {
    const ofSchema = documents.get(schema) ?? new Map<Caller['role'], Promise<string>>()
    documents.set(schema, ofSchema)
    const known = ofSchema.get(role)
    if (known) return known
    const made = make(role, schema)
    ofSchema.set(role, made)
    // The next request tries again.
    made.catch(() => ofSchema.delete(role))
    return made
  }

  return async (caller, schema) => {
    // A stored document does not show whether the session has ended.
    if (caller.session) await asCaller(db, caller, 'read', { text: 'select' })
    return ofRole(caller.role, schema)
  }
}
