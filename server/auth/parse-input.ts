import { z } from 'zod'
import { AuthError } from './auth-error.ts'

/** A field of a body or query. What is wrong with a field is said so that it follows the field's name. */
export const text = z.string({ error: 'must be text' })

/**
 * A body or query as an endpoint reads it; what it does not know is left out.
 * @throws AuthError 400 `validation_failed` with what is wrong.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input)
  if (success) return data
  const [issue] = error.issues
  const [field] = issue?.path ?? []
  if (field === undefined) throw new AuthError(400, 'validation_failed', 'The body must be a JSON object.')
  if (field === 'email') {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
  }
  throw new AuthError(400, 'validation_failed', `The field ${String(field)} ${issue?.message}.`)
}
