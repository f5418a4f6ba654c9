import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import type { TablesUpdate } from '../../../../../domain/database.types.ts'
import { labelOf } from '../../../../../domain/film/columns.ts'
import { runRequest } from '../../../../data/run-request.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { ConfirmFormatRemoval } from '../../confirm-format-removal.tsx'
import { explainEmptyWrite } from '../../explain-empty-write.ts'
import { ADMIN_FILM_COLUMNS, type AdminFilm, otherPagesChanged, replaceFilms } from '../../titles-query.ts'
import { type PendingFlag, pendingFlagsOf } from './pending-flags.ts'

// A request without a response would block every later change of the same film.
const TIMEOUT_MS = 30_000

type Outcome =
  | { status: 'written'; film: AdminFilm }
  | { status: 'failed'; why: string }
  | { status: 'superseded' }
  | { status: 'cancelled' }

/**
 * Handles a click on a flag: shows the change at once, asks for confirmation if people own a removed format, writes the
 * change and shows the outcome.
 */
export async function toggleFlag(
  cache: QueryClient,
  film: AdminFilm,
  change: PendingFlag,
  confirm: ConfirmFormatRemoval,
): Promise<void> {
  const flags = pendingFlagsOf(cache)
  flags.begin(film.id, change)
  const outcome = await new MutationObserver(cache, {
    // Writes of one film run in order, so that the last click wins; those of different films run in parallel.
    scope: { id: `film ${film.id}` },
    networkMode: 'always',
    mutationFn: async (): Promise<Outcome> =>
      flags.isSuperseded(film.id, change)
        ? { status: 'superseded' }
        : confirmAndWrite(cache, film.id, change, confirm),
  }).mutate()

  const isLast = !flags.isSuperseded(film.id, change)
  if (outcome.status === 'written') {
    flags.end(film.id, change, outcome.film)
    replaceFilms(cache, [outcome.film])
    otherPagesChanged(cache)
  } else {
    flags.end(film.id, change)
  }
  // A later click of the same flag shows the outcome.
  if (isLast && outcome.status !== 'superseded' && outcome.status !== 'cancelled')
    showOutcome(film, change, outcome)
}

async function confirmAndWrite(
  cache: QueryClient,
  filmId: number,
  change: PendingFlag,
  confirm: ConfirmFormatRemoval,
): Promise<Outcome> {
  const { isConfirmed, failure } = await confirm([{ id: filmId, after: { [change.flag]: change.on } }])
  if (failure) return { status: 'failed', why: failure.sentence }
  return isConfirmed ? write(cache, filmId, change) : { status: 'cancelled' }
}

async function write(cache: QueryClient, filmId: number, { flag, on }: PendingFlag): Promise<Outcome> {
  const values: TablesUpdate<'films'> = {}
  values[flag] = on
  const { data, failure } = await runRequest((client) =>
    client
      .from('films')
      .update(values)
      .eq('id', filmId)
      .select(ADMIN_FILM_COLUMNS)
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS)),
  )
  if (failure) return { status: 'failed', why: failure.sentence }
  const [film] = data ?? []
  return film
    ? { status: 'written', film }
    : { status: 'failed', why: await explainEmptyWrite(cache, filmId) }
}

function showOutcome(
  film: AdminFilm,
  { flag, on }: PendingFlag,
  outcome: Extract<Outcome, { status: 'written' | 'failed' }>,
): void {
  const isOutOfPrint = flag.endsWith('_oop')
  const failed = isOutOfPrint ? 'Failed to update OOP status' : 'Failed to update format'
  if (outcome.status === 'failed') {
    toast({ title: failed, description: `${film.title}: ${outcome.why}`, destructive: true })
  } else if (outcome.film[flag] !== on) {
    const description = `${film.title} no longer has that format, so it cannot be out of print.`
    toast({ title: failed, description, destructive: true })
  } else {
    toast({
      title: isOutOfPrint ? 'OOP status updated' : 'Format updated',
      description: `${film.title}: ${labelOf(flag)} is ${on ? 'on' : 'off'}.`,
      id: 'flag',
    })
  }
}
