import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import type { TablesUpdate } from '../../../../../domain/database.types.ts'
import { runRequest } from '../../../../data/run-request.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { AskOwners } from '../../confirm-format-removal.tsx'
import { whyNothingWasWritten } from '../../explain-empty-write.ts'
import { COLUMN_NAMES } from '../../film-words.ts'
import { otherPagesChanged, putTitles, TITLE_COLUMNS, type Title } from '../../titles-query.ts'
import { type FlagWish, titleWritesOf } from './title-writes.ts'

// A request that gets no answer would keep every later wish for the same film waiting.
const TIMEOUT_MS = 30_000

type Outcome =
  | { status: 'written'; title: Title }
  | { status: 'failed'; why: string }
  | { status: 'overtaken' }
  | { status: 'called off' }

/**
 * What a click on a flag does: the change at once for who looks, a question where people own what it removes, then the
 * change on the server, and a word of how it went.
 */
export async function toggleFlag(
  cache: QueryClient,
  film: Title,
  wish: FlagWish,
  ask: AskOwners,
): Promise<void> {
  const writes = titleWritesOf(cache)
  writes.begin(film.id, wish)
  const outcome = await new MutationObserver(cache, {
    // One film's writes go one after the other, so that it ends as last asked for; those of several go side by side.
    scope: { id: `film ${film.id}` },
    networkMode: 'always',
    mutationFn: async (): Promise<Outcome> =>
      writes.isOvertaken(film.id, wish) ? { status: 'overtaken' } : askAndWrite(cache, film.id, wish, ask),
  }).mutate()

  const isLast = !writes.isOvertaken(film.id, wish)
  if (outcome.status === 'written') {
    writes.end(film.id, wish, outcome.title)
    putTitles(cache, [outcome.title])
    otherPagesChanged(cache)
  } else {
    writes.end(film.id, wish)
  }
  // A later click says how the flag ends.
  if (isLast && outcome.status !== 'overtaken' && outcome.status !== 'called off') tell(film, wish, outcome)
}

async function askAndWrite(
  cache: QueryClient,
  filmId: number,
  wish: FlagWish,
  ask: AskOwners,
): Promise<Outcome> {
  const { isMeant, failure } = await ask([{ id: filmId, after: { [wish.flag]: wish.on } }])
  if (failure) return { status: 'failed', why: failure.sentence }
  return isMeant ? write(cache, filmId, wish) : { status: 'called off' }
}

async function write(cache: QueryClient, filmId: number, { flag, on }: FlagWish): Promise<Outcome> {
  const change: TablesUpdate<'films'> = {}
  change[flag] = on
  const { data, failure } = await runRequest((client) =>
    client
      .from('films')
      .update(change)
      .eq('id', filmId)
      .select(TITLE_COLUMNS)
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS)),
  )
  if (failure) return { status: 'failed', why: failure.sentence }
  const [title] = data ?? []
  return title
    ? { status: 'written', title }
    : { status: 'failed', why: await whyNothingWasWritten(cache, filmId) }
}

function tell(
  film: Title,
  { flag, on }: FlagWish,
  outcome: Extract<Outcome, { status: 'written' | 'failed' }>,
): void {
  const isOutOfPrint = flag.endsWith('_oop')
  const failed = isOutOfPrint ? 'Failed to update OOP status' : 'Failed to update format'
  if (outcome.status === 'failed') {
    toast({ title: failed, description: `${film.title}: ${outcome.why}`, destructive: true })
  } else if (outcome.title[flag] !== on) {
    const description = `${film.title} no longer has that format, so it cannot be out of print.`
    toast({ title: failed, description, destructive: true })
  } else {
    toast({
      title: isOutOfPrint ? 'OOP status updated' : 'Format updated',
      description: `${film.title}: ${COLUMN_NAMES[flag]} is ${on ? 'on' : 'off'}.`,
      id: 'flag',
    })
  }
}
