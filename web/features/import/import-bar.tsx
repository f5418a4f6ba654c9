import { Button } from '../../ui/button/button.tsx'
import type { SentImport } from './commit-import.ts'
import styles from './import-bar.module.css'
import { SlowProgress } from './slow-progress.tsx'
import type { Commit } from './use-commit.ts'

interface Props {
  text: string
  label: string
  /** Whether there is nothing to send. */
  isEmpty: boolean
  commit: Exclude<Commit, { status: 'written' }>
  onSend: () => void
  onSendAgain: (sent: SentImport) => void
}

/** The end of an import: what is open, and the button that imports. It stays at the foot of the window. */
export function ImportBar({ text, label, isEmpty, commit, onSend, onSendAgain }: Props) {
  const isSending = commit.status === 'sending'
  return (
    <div className={styles.bar}>
      {isSending && (
        <div className={styles.progress}>
          <SlowProgress label="Importing" />
        </div>
      )}
      <p className={styles.text} role="status">
        {commit.status === 'unknown' ? (
          <>
            {commit.sentence} It is unknown whether it was imported. Sending it again cannot import it twice.
          </>
        ) : commit.status === 'idle' && commit.refusal !== undefined ? (
          <strong>{commit.refusal}</strong>
        ) : (
          text
        )}
      </p>
      {commit.status === 'unknown' ? (
        <Button look="solid" onClick={() => onSendAgain(commit.sent)}>
          Send again
        </Button>
      ) : (
        <Button
          look="solid"
          aria-disabled={isSending || isEmpty}
          onClick={() => isSending || isEmpty || onSend()}
        >
          {isSending ? 'Importing...' : label}
        </Button>
      )}
    </div>
  )
}
