import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { supabase } from '../../data/supabase.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { undoableUntil, undoImport } from './commit-import.ts'
import styles from './earlier-imports.module.css'
import { day, done, undone } from './import-result.tsx'

/** The imports of the last 30 days that can be taken back. */
export function earlierImportsQuery(userId: string) {
  return queryOptions({
    queryKey: ['imports', userId] as const,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .from('imports')
        .select('*')
        .eq('user_id', userId)
        .is('undone_at', null)
        .order('made_at', { ascending: false })
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      return data.filter((made) => undoableUntil(made).getTime() > Date.now())
    },
  })
}

interface Props {
  userId: string
  onChanged: () => void
}

/** The imports that can be taken back, with a button for each. */
export function EarlierImports({ userId, onChanged }: Props) {
  const cache = useQueryClient()
  const { data = [] } = useQuery(earlierImportsQuery(userId))
  const [undoing, setUndoing] = useState<string>()
  if (data.length === 0) return null

  async function undo(id: string) {
    if (undoing) return
    setUndoing(id)
    const outcome = await undoImport(id)
    setUndoing(undefined)
    if (outcome.status !== 'written') {
      return void toast({ title: 'Error', description: outcome.failure.sentence, destructive: true })
    }
    toast({ title: 'Taken back', description: undone(outcome.made.removed ?? 0, outcome.made) })
    onChanged()
    void cache.invalidateQueries({ queryKey: earlierImportsQuery(userId).queryKey })
  }

  return (
    <section className={styles.earlier} aria-labelledby="earlier-imports">
      <h2 className={styles.heading} id="earlier-imports">
        Earlier imports
      </h2>
      <ul className={styles.list}>
        {data.map((made) => (
          <li key={made.id} className={styles.import}>
            <p>
              <strong>{made.name}</strong>
              <span className={styles.words}>
                {day(new Date(made.made_at))}: {done(made)}
              </span>
            </p>
            <Button
              small
              aria-label={`Take back ${made.name} of ${day(new Date(made.made_at))}`}
              aria-disabled={undoing !== undefined}
              onClick={() => undo(made.id)}
            >
              {undoing === made.id ? 'Taking it back...' : 'Take it back'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
