import { expect, test } from 'vitest'
import { requirePasswordLength } from '../server/auth/passwords/passwords.ts'
import { newPasswordFault } from '../web/session/account-rules.ts'

test.each([
  ['1234567', 'at least 8 characters'],
  ['💿💿💿💿', 'at least 8 characters'],
  ['💿💿💿💿💿💿💿', 'at least 8 characters'],
  ['12345678', undefined],
  ['💿💿💿💿💿💿💿💿', undefined],
  ['💿'.repeat(50), undefined],
  ['💿'.repeat(51), 'at most 200 bytes'],
  ['é'.repeat(100), undefined],
  ['é'.repeat(101), 'at most 200 bytes'],
  ['x'.repeat(200), undefined],
  ['x'.repeat(201), 'at most 200 bytes'],
])('the form and the server count the same: %s', (password, fault) => {
  expect(newPasswordFault(password) ?? '').toMatch(fault ?? /^$/)
  expect(answerTo(password)).toMatch(fault ?? /^$/)
})

function answerTo(password: string): string {
  try {
    requirePasswordLength(password)
    return ''
  } catch (error) {
    return String(error)
  }
}
