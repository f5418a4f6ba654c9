import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { DatabaseError } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { describeFailure } from './failure.ts'
import { methodName, routeName } from './route-name.ts'

/**
 * The options of the log. Each event is one line of JSON, written to standard output before the next statement runs, so
 * that a crash loses no line. No line identifies a person or what they requested: a request is named by its id and its
 * route, and a failure is described without its message.
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

/** The framework and its plugins log errors with their messages, and addresses in quotes; this removes both. */
function logMethod(this: unknown, args: unknown[], write: unknown): void {
  const { fields, message } = redactArguments(args)
  const writeLine = write as (fields: object, message: string) => void
  writeLine.call(this, fields, message)
}

function redactArguments([first, second]: unknown[]): { fields: object; message: string } {
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

/** Prints a sentence for the operator: as a line of the log if requests are logged, otherwise on the terminal. */
export function announce(log: FastifyBaseLogger, sentence: string): void {
  if (logsRequests(log.level)) log.info(sentence)
  else console.log(sentence)
}

/** Ends the process on an uncaught error, after logging the error like any other. */
export function endOnUncaught(log: FastifyBaseLogger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The server ends, because of a mistake in it. Start it again.')
    process.exit(1)
  })
}

/** Redacts the error of a start that failed. Only a database error may quote data: the database's own rows. */
export function redact(error: unknown): unknown {
  return error instanceof DatabaseError ? describeFailure(error) : error
}

/** Logs that a request failed through no fault of its sender. */
export function logFailedRequest(request: FastifyRequest, error: unknown): void {
  const where = { method: methodName(request), route: routeName(request) }
  request.log.error({ err: error, ...where }, 'A request failed.')
}

/** Logs a failure that belongs to no request. */
export function logFailure(log: FastifyBaseLogger, message: string): (error: unknown) => void {
  return (error) => log.error({ err: error }, message)
}

/** Logs that a scheduled backup failed. A refusal's message is logged: it names a setting, and no person. */
export function logFailedBackup(log: FastifyBaseLogger): (error: unknown) => void {
  return (error) => {
    if (error instanceof Refusal) log.error(`The scheduled backup failed. ${error.message}`)
    else log.error({ err: error }, 'The scheduled backup failed; it will be tried again.')
  }
}
