import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { email, parseInput, text } from './parse-input.ts'
import { metadata } from './users/metadata.ts'

const schema = z.object({ email: email.optional(), password: text.optional(), data: metadata.optional() })
const parse = (input: unknown) => parseInput(schema, input)

test('an email address is trimmed and converted to lower case', () => {
  expect(parse({ email: ' Anna.B+films@Example.ORG ' })).toEqual({ email: 'anna.b+films@example.org' })
})

test.each(['', 'anna', 'anna@', '@example.org', 'a b@example.org', 'a@b', `${'a'.repeat(250)}@b.de`, 1, []])(
  '%o is refused as an email address',
  (given) => {
    expect(() => parse({ email: given })).toThrow(
      expect.objectContaining({ status: 400, errorCode: 'validation_failed' }),
    )
  },
)

test('unknown fields are left out', () => {
  expect(parse({ password: 'x', role: 'service_role' })).toEqual({ password: 'x' })
})

describe('the error message', () => {
  test.each([
    [undefined, 'The body must be a JSON object.'],
    [[], 'The body must be a JSON object.'],
    [{ password: 1 }, 'The field password must be text.'],
    [{ data: [] }, 'The field data must be a JSON object.'],
    [{ data: { x: 'x'.repeat(5000) } }, 'The field data may have at most 4096 bytes.'],
    [{ data: nested(9) }, 'The field data may be nested at most 8 deep.'],
    [{ data: nested(100_000) }, 'The field data may be nested at most 8 deep.'],
  ])('names the wrong field: case %#', (input, message) => {
    expect(() => parse(input)).toThrow(
      expect.objectContaining({ status: 400, errorCode: 'validation_failed', message }),
    )
  })

  test('is absent for metadata with eight levels', () => {
    expect(parse({ data: nested(8) })).toEqual({ data: nested(8) })
  })
})

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {}
  for (let level = 1; level < depth; level++) value = { deeper: value }
  return value
}
