import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Unreadable } from '../../../../domain/files/unreadable.ts'
import type { Choices, Refused } from '../../../../domain/import/plan/plan.ts'
import { failureOf } from '../../../data/run-request.ts'
import { download } from '../../../ui/download.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { catalogueQuery, type Films } from '../catalogue-query.ts'
import { ImportFileReader } from './file-reader.ts'
import type { ShownFile } from './import-worker.ts'

/** A file that was read, with the choices that the person has made. */
export interface OpenFile {
  status: 'open'
  name: string
  size: number
  file: ShownFile
  films: Films
  choices: Choices
  /** Whether it is being read as another format. */
  isReading: boolean
}

export type FileState =
  | { status: 'none' }
  | { status: 'reading'; name: string }
  | { status: 'refused'; name: string; sentence: string }
  | OpenFile

/** A file of the person, from choosing it to the choices about it. */
export function useFileImport() {
  const cache = useQueryClient()
  const [state, setState] = useState<FileState>({ status: 'none' })
  const reader = useRef<ImportFileReader>(undefined)
  useEffect(() => () => reader.current?.close(), [])

  async function open(file: File) {
    reader.current?.close()
    const own = new ImportFileReader()
    reader.current = own
    const start = performance.now()
    setState({ status: 'reading', name: file.name })
    const next = await stateOf(file.name, async () => {
      const { catalogue, films } = await cache.fetchQuery(catalogueQuery)
      return {
        status: 'open',
        name: file.name,
        size: file.size,
        films,
        ...fresh(await own.read(file, catalogue)),
      }
    })
    // If two files are being read, the later one wins.
    if (reader.current !== own) return
    performance.measure('import-preview', { start })
    setState(next)
  }

  async function readAs(opened: OpenFile, format: string) {
    const { current: own } = reader
    if (!own) return
    setState({ ...opened, isReading: true })
    try {
      const file = await own.readAs(format)
      if (reader.current === own) setState({ ...opened, ...fresh(file) })
    } catch (error) {
      // The file stays as it was read.
      setState(opened)
      toast({ title: 'Error', description: sentenceOf(error), destructive: true })
    }
  }

  async function downloadLeftOut({ name, films, choices }: OpenFile, refused: readonly Refused[]) {
    const named = refused.map((one) => ({ ...one, ...titleOf(films, one.filmId) }))
    try {
      const csv = await reader.current?.leftOut({ answers: choices.answers, refused: named })
      if (csv)
        download(`left out of ${name.replace(/\.\w+$/, '')}.csv`, new Blob([csv], { type: 'text/csv' }))
    } catch (error) {
      toast({ title: 'Error', description: sentenceOf(error), destructive: true })
    }
  }

  return {
    state,
    open,
    readAs,
    downloadLeftOut,
    refuse: (sentence: string) => setState({ status: 'refused', name: '', sentence }),
    choose: (opened: OpenFile, choices: Partial<Choices>) =>
      setState({ ...opened, choices: { ...opened.choices, ...choices } }),
    close: () => setState({ status: 'none' }),
  }
}

async function stateOf(name: string, read: () => Promise<FileState>): Promise<FileState> {
  try {
    return await read()
  } catch (error) {
    console.warn(error)
    return { status: 'refused', name, sentence: sentenceOf(error) }
  }
}

function fresh(file: ShownFile): { file: ShownFile; choices: Choices; isReading: boolean } {
  const choices: Choices = {
    meanings: file.lists.map(({ meaning }) => meaning),
    discs: 'none',
    answers: new Map(),
  }
  return { file, choices, isReading: false }
}

function sentenceOf(error: unknown): string {
  return error instanceof Unreadable ? error.message : failureOf(error).sentence
}

function titleOf(films: Films, filmId: number) {
  const { title = '', year = null } = films.get(filmId) ?? {}
  return { title, year }
}
