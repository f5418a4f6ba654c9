import path from 'node:path'
import { DatabaseError } from '../db/database.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A stack frame of V8; other lines of a stack may be parts of the error's message. */
const FRAME = /^ {4}at .*:\d+:\d+\)?$/

/**
 * SQLSTATE classes whose messages concern the server, the schema or the statement, and quote no values: connections,
 * authorisation, names, resources, state, operators, system and internal errors.
 */
const CLASSES_WITHOUT_VALUES = ['08', '28', '42', '53', '55', '57', '58', 'XX']

/** A description of an error without personal data, which may be logged. */
export type Failure = {
  type: string
  code?: string
  syscall?: string
  /** The code of a mail server's response. */
  responseCode?: number
  /** Empty, except for database errors whose message quotes no values. */
  message: string
  stack: string
  cause?: Failure
}

/**
 * Describes an error by its name, its code and where it occurred. It omits the message, which may quote what people
 * typed and what is in rows (`Key (email)=(…) already exists`).
 */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code, syscall, responseCode } = error as NodeJS.ErrnoException & { responseCode?: unknown }
  return {
    type: error.name,
    ...(isWord(code) && { code }),
    ...(isWord(syscall) && { syscall }),
    ...(typeof responseCode === 'number' && { responseCode }),
    message: error instanceof DatabaseError && quotesNoValues(error) ? error.message : '',
    stack: framesOf(error),
    ...(error.cause !== undefined && error.cause !== error && { cause: describeFailure(error.cause) }),
  }
}

function quotesNoValues({ code }: DatabaseError): boolean {
  return CLASSES_WITHOUT_VALUES.includes(code.slice(0, 2))
}

function isWord(text: unknown): text is string {
  return typeof text === 'string' && /^\w{1,40}$/.test(text)
}

/** Returns the frames without the message, which a stack begins with, and with paths relative to the project. */
function framesOf({ message, stack = '' }: Error): string {
  const afterMessage = stack.slice(stack.indexOf(message) + message.length)
  return afterMessage
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim().replace(`file://${ROOT}/`, '').replace(`${ROOT}/`, ''))
    .join('\n')
}
