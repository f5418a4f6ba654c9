import { FileDown } from 'lucide-react'
import styles from './drop-target.module.css'
import { useFileDrop } from './use-file-drop.ts'

interface Props {
  /** While something is being written. */
  isClosed: boolean
  onFile: (file: File) => void
  onRefuse: (sentence: string) => void
}

/** The whole page takes a file; while one is held over it, it says so. */
export function DropTarget({ isClosed, onFile, onRefuse }: Props) {
  const isOver = useFileDrop(([file, ...others]) => {
    if (isClosed) return
    if (!file || others.length > 0) onRefuse('One file at a time, please: drop a single CSV or .xlsx file.')
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
