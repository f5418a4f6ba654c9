import { FileDown, File as FileIcon } from 'lucide-react'
import { useRef } from 'react'
import { listText } from '../../../../domain/list-text.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { OutlinedCases } from '../../../ui/disc/outlined-cases.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useFileDrop } from '../../../ui/form/use-file-drop.ts'
import { SlowProgress } from '../slow-progress.tsx'
import { Step } from '../step.tsx'
import type { FileState, OpenFile } from './use-file-import.ts'
import styles from './your-file.module.css'

interface Props {
  state: FileState
  onFile: (file: File) => void
  onRefuse: (sentence: string) => void
  onFormat: (opened: OpenFile, format: string) => void
}

const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,.json,.xml,.nfo,.zip,text/csv,application/json,application/xml,application/zip'

/** Choosing a file, by a button or by dropping it anywhere on the page. */
export function YourFile({ state, onFile, onRefuse, onFormat }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useFileDrop(([file, ...others]) => {
    if (file && others.length === 0) onFile(file)
    else onRefuse('Drop one file at a time, or several in one zip archive.')
  })
  const choose = () => input.current?.click()

  return (
    <Step
      heading="Your file"
      text={
        state.status === 'open'
          ? undefined
          : 'It is read in this browser. Nothing is saved before you have seen what would change.'
      }
    >
      {state.status === 'open' ? (
        <Opened opened={state} onChoose={choose} onFormat={(format) => onFormat(state, format)} />
      ) : (
        <>
          <OutlinedCases isLit={isOver}>
            <p className={styles.title}>Drop a file here</p>
            <Button look="solid" onClick={choose}>
              Choose a file
            </Button>
          </OutlinedCases>
          <p className={styles.hint}>
            A zip from Letterboxd, or any CSV with titles: from Blu-ray.com, My Movies, CLZ, a spreadsheet, or
            an export from here. IMDb, Trakt, Discogs, Libib, DVD Profiler, LDDB, Movary, TMDB, Simkl,
            Yamtrack and Kodi, too. Up to 20 MB.
          </p>
        </>
      )}
      <Progress state={state} />
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Without this, choosing the same file again after correcting it would fire no event.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
      {isOver && state.status === 'open' && (
        <p className={styles.overlay} aria-hidden="true">
          <FileDown strokeWidth={1.5} />
          Drop the file to see what would change
        </p>
      )}
    </Step>
  )
}

interface OpenedProps {
  opened: OpenFile
  onChoose: () => void
  onFormat: (format: string) => void
}

function Opened({ opened: { name, size, file }, onChoose, onFormat }: OpenedProps) {
  const own = file.files.length > 1 ? `${inWords(file.lists.map((list) => list.name))} · ` : ''
  return (
    <div className={styles.opened}>
      <FileIcon aria-hidden="true" strokeWidth={1.5} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.size}>
          {own}
          {sizeOf(size)}
        </p>
      </div>
      <div className={styles.kind}>
        <Select
          label="Read as"
          value={file.format.id}
          options={file.formats.map((format) => ({ value: format.id, label: format.name }))}
          onChange={onFormat}
        />
      </div>
      <TextButton onClick={onChoose}>Another file</TextButton>
    </div>
  )
}

function Progress({ state }: { state: FileState }) {
  const isReading = state.status === 'reading' || (state.status === 'open' && state.isReading)
  return (
    <div role="status" className={styles.status}>
      {isReading && (
        <>
          <SlowProgress label="Reading" />
          <p>Reading {state.name}...</p>
        </>
      )}
      {state.status === 'refused' && (
        <>
          <p className={styles.refused}>
            {state.name ? `${state.name} could not be read` : 'Nothing was read'}
          </p>
          <p>{state.sentence}</p>
        </>
      )}
    </div>
  )
}

function inWords(names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, 4)
  const more = new Set(names).size - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : listText(shown)
}

function sizeOf(bytes: number): string {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${amount.toLocaleString('en', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`
}
