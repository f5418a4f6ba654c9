import { FileDown } from 'lucide-react'
import { useFileDrop } from '../../../../ui/form/use-file-drop.ts'
import styles from './drop-target.module.css'

interface Props {
  /** Whether files are ignored, while an update is being written. */
  isClosed: boolean
  onFile: (file: File) => void
  onRefuse: (sentence: string) => void
}

/** Accepts a file dropped anywhere on the page, and shows an overlay while one is held over it. */
export function DropTarget({ isClosed, onFile, onRefuse }: Props) {
  const isOver = useFileDrop(([file, ...others]) => {
    if (isClosed) return
    if (!file || others.length > 0) onRefuse('Drop one file at a time, CSV or .xlsx.')
    else onFile(file)
  })

  return (
    <div
      className={isOver && !isClosed ? `${styles.target} ${styles.over}` : styles.target}
      aria-hidden="true"
    >
      <p className={styles.words}>
        <FileDown strokeWidth={1.5} />
        Drop the file to see what would change
      </p>
    </div>
  )
}
