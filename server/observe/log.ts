import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { DatabaseError } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { describeFailure } from './failure.ts'
import { methodName, routeName } from './route-name.ts'

/**
 * What the log consists of: one line of JSON an event, written to standard output before the next statement runs, so
 * that the last lines before a crash are there. No line says who asked or what for: requests are named by their id and
 * their route, failures described without their words.
 */
export function logOptions(level: Config['logLevel']) {
  return {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
    serializers: {
      err: describeFailure,
      req: (request: FastifyRequest) => ({ method: methodName(request), route: routeName(request) }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
    hooks: { logMethod },
  }
}

/** The framework and its plugins log errors, which would bring their words as the line's, and addresses in quotes. */
function logMethod(this: unknown, words: unknown[], write: unknown): void {
  const { fields, message } = tidied(words)
  const writeLine = write as (fields: object, message: string) => void
  writeLine.call(this, fields, message)
}

function tidied([first, second]: unknown[]): { fields: object; message: string } {
  if (first instanceof Error) return { fields: { err: first }, message: FAILED }
  if (typeof first !== 'object' || first === null) {
    return { fields: {}, message: withoutQuotes(String(first)) }
  }
  const { err } = first as { err?: unknown }
  const message = typeof second === 'string' ? second : ''
  const quotesError = err instanceof Error && err.message !== '' && message.includes(err.message)
  return { fields: first, message: quotesError || message === '' ? FAILED : withoutQuotes(message) }
}

const FAILED = 'Something failed.'

function withoutQuotes(text: string): string {
  return text.replace(/"[^"]*"/g, '"…"')
}

/** Whether each request is a line of the log. */
export function logsRequests(level: string): boolean {
  return ['info', 'debug', 'trace'].includes(level)
}

/** Says to whoever starts the server how it stands: on the terminal, or where requests are logged among their lines. */
export function announce(log: FastifyBaseLogger, sentence: string): void {
  if (logsRequests(log.level)) log.info(sentence)
  else console.log(sentence)
}

/** Has an error that nobody awaited end the process, after it was described as any other. */
export function endOnUncaught(log: FastifyBaseLogger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The server ends, because of a mistake in it. Start it again.')
    process.exit(1)
  })
}

/** What a start that failed is reported with. Nobody has typed anything yet, but a database may quote its rows. */
export function sayable(error: unknown): unknown {
  return error instanceof DatabaseError ? describeFailure(error) : error
}

/** Says that a request failed through no fault of its sender. */
export function logFailedRequest(request: FastifyRequest, error: unknown): void {
  const where = { method: methodName(request), route: routeName(request) }
  request.log.error({ err: error, ...where }, 'A request failed.')
}

/** Says that something failed that belongs to no request. */
export function logFailure(log: FastifyBaseLogger, what: string): (error: unknown) => void {
  return (error) => log.error({ err: error }, what)
}

/** Says that no backup could be made; a refusal names the setting that mends it, and no person. */
export function logFailedBackup(log: FastifyBaseLogger): (error: unknown) => void {
  return (error) => {
    if (error instanceof Refusal) log.error(`The scheduled backup failed. ${error.message}`)
    else log.error({ err: error }, 'The scheduled backup failed; it will be tried again.')
  }
}
