import { expect, test } from 'vitest'
import { startBackground } from './background.ts'

test('background work ends after it was started, and its errors are passed on', async () => {
  const failures: unknown[] = []
  const background = startBackground((error) => failures.push(error))
  const done: string[] = []
  background.run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    done.push('slow')
  })
  background.run(() => Promise.reject(new Error('refused')))
  expect(done).toEqual([])
  await background.settled()
  expect(done).toEqual(['slow'])
  expect(failures).toEqual([new Error('refused')])
})
