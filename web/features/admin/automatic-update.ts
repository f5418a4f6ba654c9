import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FORMATS, type Format } from '../../../domain/film/formats.ts'
import { FILMS_KEY } from '../../data/query-keys.ts'
import { toast } from '../../ui/toast/toast.ts'
import { HISTORY } from './history/history-query.ts'
import { catalogueChanged } from './titles-query.ts'

const DONE_KEY = 'formats_updated'
const FIRST_TITLES = 10

/** On the list of titles: fills in the formats, once per visit, if none of the first titles has any. */
export function useAutomaticUpdate(titles: readonly Record<Format, boolean>[] | undefined): void {
  const cache = useQueryClient()
  const isDue = titles !== undefined && titles.length > 0 && titles.slice(0, FIRST_TITLES).every(hasNoFormat)

  useEffect(() => {
    if (isDue)
      fillOnce(cache).catch((error) => console.error('The automatic update of formats failed.', error))
  }, [isDue, cache])
}

/** On the home page: fills in the formats, once per browser. */
export async function updateOnHome(cache: QueryClient): Promise<void> {
  if (isDone()) return
  try {
    const filled = await fillOnce(cache)
    remember()
    if (filled > 0) await cache.invalidateQueries({ queryKey: FILMS_KEY })
  } catch (error) {
    console.error('The automatic update of formats failed.', error)
  }
}

function hasNoFormat(title: Record<Format, boolean>): boolean {
  return FORMATS.every((format) => !title[format])
}

let filling: Promise<number> | undefined

/** Fills in the formats once until the page is reloaded; after a failure it can be called again. */
function fillOnce(cache: QueryClient): Promise<number> {
  filling ??= fill(cache).catch((error) => {
    filling = undefined
    throw error
  })
  return filling
}

async function fill(cache: QueryClient): Promise<number> {
  const { fillFormats } = await import('./update-formats/comparison/fill-formats.ts')
  const { filled, failure } = await fillFormats()
  if (filled > 0) {
    toast({ title: `Auto-updated ${filled} film formats!` })
    void catalogueChanged(cache)
    cache.invalidateQueries({ queryKey: [HISTORY] })
  }
  if (failure) throw failure
  return filled
}

// Without storage it runs on every visit; if nothing is missing, that costs one short request.
function isDone(): boolean {
  try {
    return localStorage.getItem(DONE_KEY) !== null
  } catch {
    return false
  }
}

function remember(): void {
  try {
    localStorage.setItem(DONE_KEY, 'true')
  } catch (error) {
    console.warn(error)
  }
}
