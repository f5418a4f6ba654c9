import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { adminCommand, BUILD } from './commands.ts'

test('every message takes the command that it names from commands.ts', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'commands.ts',
  )
  const named = files.flatMap((file) =>
    readFileSync(`server/${file}`, 'utf8')
      .split('\n')
      .filter(
        (line) =>
          !/^\s*(\/\/|\*|\/\*)/.test(line) && /\b(npm (run \w|start|ci|install)|scripts\/\w+\.)/.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(named).toEqual([])
})

test('in a checkout the commands are those of npm', () => {
  expect(adminCommand('grant <username>')).toBe('npm run admin -- grant <username>')
  expect(BUILD).toBe('run npm start, or npm run build')
})
