import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offlineText } from './connection-texts.ts'

const NOON = new Date(2026, 5, 1, 12, 5).getTime()

beforeEach(() => {
  vi.setSystemTime(new Date(2026, 5, 1, 18))
})
afterEach(() => {
  vi.useRealTimers()
})

test('the notice tells a person from when the collection is that the page shows', () => {
  expect(offlineText('offline', true, 0, false, NOON)).toBe(
    'You are offline. This is your collection as of 12:05; your changes are saved in this browser and sent later.',
  )
  expect(offlineText('unreachable', true, 2, false, NOON)).toBe(
    'The site is not responding. This is your collection as of 12:05. 2 changes are saved in this browser and will be sent when it responds again.',
  )
  expect(offlineText('offline', true, 0, false, new Date(2026, 0, 2, 9, 12).getTime())).toContain(
    'as of January 2, 9:12;',
  )
})

test('the notice tells a visitor from when the catalogue is, unless they tried to sign in', () => {
  expect(offlineText('offline', false, 0, false, NOON)).toBe(
    'You are offline. This is the catalogue as of 12:05.',
  )
  expect(offlineText('offline', false, 0, true, NOON)).toBe(
    'You are offline. You can sign up or log in when you are back online.',
  )
})
