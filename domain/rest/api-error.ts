/**
 * An error for a caller of the API, in PostgREST's form: `code` is one of its PGRST codes or a SQLSTATE.
 * Documents: docs.postgrest.org "Errors"; postgresql.org "PostgreSQL Error Codes".
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    code: string,
    message: string,
    details: string | null = null,
    hint: string | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.hint = hint
    this.headers = headers
  }
}
