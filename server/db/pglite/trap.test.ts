import type { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { watchForTraps } from './trap.ts'

function engine(mod: object): PGlite {
  return { mod } as unknown as PGlite
}

function onTrap(reason: string): never {
  throw new Error(`trapped: ${reason}`)
}

test('an engine whose statements cannot be watched is refused', () => {
  expect(() => watchForTraps(engine({}), onTrap)).toThrow('_PostgresMainLoopOnce')
})

test.each([
  ['stops with an exit status', { status: 134 }, 'trapped: exit 134'],
  ['stops with an error', new Error('unreachable'), 'trapped: unreachable'],
  ['refuses a statement', Object.assign(new Error('refused'), { status: 100 }), 'refused'],
])('an engine that %s reports it', (_, thrown, message) => {
  const mod = {
    _PostgresMainLoopOnce: () => {
      throw thrown
    },
  }
  watchForTraps(engine(mod), onTrap)
  expect(mod._PostgresMainLoopOnce).toThrow(new RegExp(`^${message}$`))
})
