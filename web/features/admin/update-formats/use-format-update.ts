import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { nameOnOneLine } from '../../../../domain/files/name-on-one-line.ts'
import { Unreadable } from '../../../../domain/files/unreadable.ts'
import { randomUuid } from '../../../data/random-uuid.ts'
import { failureOf } from '../../../data/run-request.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { HISTORY } from '../history/history-query.ts'
import { recheckIsAdmin } from '../recheck-is-admin.ts'
import { catalogueChanged } from '../titles-query.ts'
import { fetchFilms } from './comparison/catalogue-films.ts'
import { compareFile } from './comparison/compare-file.ts'
import type { Comparison } from './comparison/comparison.ts'
import { fetchSiteFile, SITE_FILE } from './file/site-file.ts'
import { outcomeInWords } from './writing/outcome-messages.ts'
import { type Outcome, type Update, writeChanges } from './writing/write-changes.ts'

/** A file; `open` may have to fetch its content. */
export interface Source {
  name: string
  open: () => Promise<Blob>
}

export type Step =
  | { status: 'idle' }
  | { status: 'reading'; source: Source }
  | { status: 'refused'; source?: Source; sentence: string }
  | { status: 'compared'; source: Source; comparison: Comparison }
  | { status: 'writing'; source: Source; update: Update; processed: number }
  | { status: 'written'; source: Source; update: Update; outcome: Outcome }

const SITE_SOURCE: Source = { name: SITE_FILE, open: fetchSiteFile }

/** The state of an update of the formats from a file, and its actions. */
export function useFormatUpdate() {
  const cache = useQueryClient()
  const [step, setStep] = useState<Step>({ status: 'idle' })
  const latest = useRef<Source>(undefined)
  const isWriting = step.status === 'writing'
  useLeaveWarning(isWriting)

  async function read(chosen: Source) {
    if (isWriting) return
    // If two files are being read, the later one wins.
    const source = { ...chosen }
    latest.current = source
    const start = performance.now()
    setStep({ status: 'reading', source })
    const next = await readStep(source)
    if (latest.current !== source) return
    performance.measure('formats-preview', { start })
    setStep(next)
  }

  async function write(source: Source, update: Update, former?: Outcome) {
    if (isWriting) return
    const start = performance.now()
    const before = former?.written.length ?? 0
    const onProgress = (processed: number) =>
      setStep({ status: 'writing', source, update, processed: before + processed })
    onProgress(0)
    const rest = former ? { ...update, changes: former.left } : update
    const outcome = combined(former, await writeChanges(rest, onProgress))
    performance.measure('formats-update', { start })
    setStep({ status: 'written', source, update, outcome })
    void catalogueChanged(cache)
    cache.invalidateQueries({ queryKey: [HISTORY] })
    showOutcome(outcome)
    if (outcome.failures.some(({ code }) => code === '42501')) void recheckIsAdmin(cache)
  }

  return {
    step,
    readSite: () => read(SITE_SOURCE),
    readFile: (file: File) => read({ name: file.name, open: async () => file }),
    /** Shows why what was dropped is not one file. */
    refuse: (sentence: string) => {
      if (isWriting) return
      latest.current = undefined
      setStep({ status: 'refused', sentence })
    },
    compareAgain: (source: Source) => read(source),
    write: (source: Source, changes: Comparison['changes']) =>
      write(source, { id: randomUuid(), name: `Formats from ${nameOnOneLine(source.name)}`, changes }),
    writeRest: (source: Source, update: Update, outcome: Outcome) => write(source, update, outcome),
  }
}

async function readStep(source: Source): Promise<Step> {
  try {
    const films = fetchFilms()
    // compareFile handles its failure, but later; without this it would be an unhandled rejection until then.
    films.catch(() => {})
    return { status: 'compared', source, comparison: await compareFile(await source.open(), films) }
  } catch (error) {
    console.warn(error)
    const sentence = error instanceof Unreadable ? error.message : failureOf(error).sentence
    return { status: 'refused', source, sentence }
  }
}

function combined(former: Outcome | undefined, latter: Outcome): Outcome {
  if (!former) return latter
  const written = [...former.written, ...latter.written]
  return { ...latter, written: written.sort((one, other) => one.spine - other.spine) }
}

function showOutcome(outcome: Outcome) {
  const { written, left, failures } = outcome
  if (left.length === 0) {
    toast({ title: `Updated ${written.length} film formats!`, id: 'formats' })
    return
  }
  console.error('Formats that could not be updated', failures, left)
  toast({
    title: 'Failed to update formats. Check console for details.',
    // The person may have gone to another page.
    description: outcomeInWords(outcome),
    destructive: true,
    id: 'formats',
  })
}

/** Has the browser ask before the tab closes while an update is being written. Other pages of the site do not stop it. */
function useLeaveWarning(isWriting: boolean) {
  useEffect(() => {
    if (!isWriting) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isWriting])
}
