import path from 'node:path'
import { DatabaseError } from '../db/database.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Where V8 says that something happened; whatever else stands in a stack may be an error's words. */
const FRAME = /^ {4}at .*:\d+:\d+\)?$/

/**
 * SQLSTATE classes that speak of the server, the schema or the statement, not of a row: connections, authorisation,
 * names, resources, state, operators, system and internal errors.
 */
const CLASSES_WITHOUT_VALUES = ['08', '28', '42', '53', '55', '57', '58', 'XX']

/** What may be said of an error where others read it. */
export type Failure = {
  type: string
  code?: string
  syscall?: string
  /** Of a mail server. */
  responseCode?: number
  /** Empty but for a database that speaks of itself. */
  message: string
  stack: string
  cause?: Failure
}

/**
 * An error by its name, its code and where it happened, not by its words: those quote what people typed and what stands
 * in rows (`Key (email)=(…) already exists`).
 */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code, syscall, responseCode } = error as NodeJS.ErrnoException & { responseCode?: unknown }
  return {
    type: error.name,
    ...(isWord(code) && { code }),
    ...(isWord(syscall) && { syscall }),
    ...(typeof responseCode === 'number' && { responseCode }),
    message: error instanceof DatabaseError && speaksOfItself(error) ? error.message : '',
    stack: framesOf(error),
    ...(error.cause !== undefined && error.cause !== error && { cause: describeFailure(error.cause) }),
  }
}

function speaksOfItself({ code }: DatabaseError): boolean {
  return CLASSES_WITHOUT_VALUES.includes(code.slice(0, 2))
}

function isWord(text: unknown): text is string {
  return typeof text === 'string' && /^\w{1,40}$/.test(text)
}

/** Without its first lines, which repeat the words, and with places in the project as everybody knows them. */
function framesOf({ message, stack = '' }: Error): string {
  const afterWords = stack.slice(stack.indexOf(message) + message.length)
  return afterWords
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim().replace(`file://${ROOT}/`, '').replace(`${ROOT}/`, ''))
    .join('\n')
}
