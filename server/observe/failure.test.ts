import { expect, test } from 'vitest'
import { DatabaseError } from '../db/database.ts'
import { describeFailure } from './failure.ts'

const ANNA = 'anna@example.org'

test.each([
  new Error(`no such person: ${ANNA}`),
  new TypeError(`Cannot create property 'x' on string '${ANNA}'`),
  new Error(`several lines\n    at ${ANNA} (somewhere.ts:1:1)\n    at more`),
  Object.assign(new Error('changed later'), { message: ANNA }),
  Object.assign(new Error('with more'), { code: ANNA, detail: ANNA, syscall: ANNA }),
  Object.assign(new Error(`550 Nobody is called ${ANNA}`), { command: `RCPT TO ${ANNA}`, rejected: [ANNA] }),
  new Error('outer', { cause: new Error(ANNA) }),
  new DatabaseError({ message: `invalid input: "${ANNA}"`, code: '22P02', detail: ANNA }),
  new DatabaseError({ message: 'duplicate', code: '23505', detail: `Key (email)=(${ANNA}) already exists.` }),
  new DatabaseError({ message: 'out of memory', code: '53200', detail: ANNA, hint: ANNA }),
  ANNA,
])('the description of a failure omits its message: %s', (error) => {
  expect(JSON.stringify(describeFailure(error))).not.toContain('anna')
})

test('the description of a failure has its type, its code and where it occurred', () => {
  const found = describeFailure(new RangeError('42'))
  expect(found.type).toBe('RangeError')
  expect(found.stack).toMatch(/^at .*server\/observe\/failure\.test\.ts:\d+:\d+\)?/)
  expect(describeFailure(Object.assign(new Error(''), { code: 'ENOSPC', syscall: 'write' }))).toMatchObject({
    code: 'ENOSPC',
    syscall: 'write',
  })
  const refused = Object.assign(new Error('550 no'), { code: 'EENVELOPE', responseCode: 550 })
  expect(describeFailure(refused)).toMatchObject({ code: 'EENVELOPE', responseCode: 550 })
})

test('the description of a database error that quotes no values has its message', () => {
  const lost = new DatabaseError({ message: 'connect ECONNREFUSED 127.0.0.1:5432', code: '08006' })
  expect(describeFailure(lost)).toMatchObject({ type: 'DatabaseError', code: '08006', message: lost.message })
})
