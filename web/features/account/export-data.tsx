import { useState } from 'react'
import { failureOf } from '../../data/run-request.ts'
import { Button } from '../../ui/button/button.tsx'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast/toast.ts'
import { type AccountData, fetchAccountData } from './account-data.ts'
import { AccountSection } from './account-section.tsx'
import { toCsv, toJson, toLetterboxd } from './export-files.ts'
import styles from './form.module.css'

const FORMATS = [
  { name: 'JSON', extension: 'json', type: 'application/json', write: toJson },
  { name: 'CSV', extension: 'csv', type: 'text/csv', write: toCsv },
  { name: 'For Letterboxd', extension: 'zip', type: 'application/zip', write: toLetterboxd },
] as const

export function ExportData({ userId }: { userId: string }) {
  const [busy, setBusy] = useState<string>()

  async function exportAs({ name, extension, type, write }: (typeof FORMATS)[number]) {
    if (busy) return
    setBusy(name)
    try {
      const data = await fetchAccountData(userId)
      download(fileName(data, extension), new Blob([await write(data)], { type }))
    } catch (error) {
      toast({ title: 'Error', description: failureOf(error).sentence, destructive: true })
    }
    setBusy(undefined)
  }

  return (
    <AccountSection
      heading="Your data"
      text="Export everything in your account: your profile, your roles, your lists with copies, viewings and wishes, and your imports. JSON is for programs, CSV for spreadsheets; both can be imported again. “For Letterboxd” has files for the import of Letterboxd: the films that you own, have watched or have on your wishlist."
    >
      <div className={styles.buttons}>
        {FORMATS.map((format) => (
          <Button key={format.name} onClick={() => exportAs(format)} aria-disabled={busy !== undefined}>
            {busy === format.name
              ? 'Exporting...'
              : format.extension === 'zip'
                ? format.name
                : `Export as ${format.name}`}
          </Button>
        ))}
      </div>
    </AccountSection>
  )
}

function fileName({ username }: AccountData, extension: string): string {
  return `criterion-collection-${username}${extension === 'zip' ? '-letterboxd' : ''}.${extension}`
}
