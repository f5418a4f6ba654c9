import {
  type ChangeEvent,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { dismissToasts } from '../toast/toast.ts'

/** What is wrong, as a sentence for each field that it concerns. */
export type Faults<Values> = { [Name in keyof Values]?: string | undefined }

type Names<Values, Kind> = keyof {
  [Name in keyof Values as Values[Name] extends Kind ? Name : never]: Name
} &
  string

interface Options<Values> {
  values: Values
  onChange: (values: Values) => void
  /** What can be said of the values without asking anyone. */
  check: (values: Values) => Faults<Values>
  /** Sends them; answers what the receiver found wrong. */
  // biome-ignore lint/suspicious/noConfusingVoidType: who finds nothing wrong need not say so
  send: (values: Values) => Promise<Faults<Values> | void>
}

/**
 * The life of a form: nothing is called wrong before the first try; after it, what is wrong stands beside its field
 * until it is put right, and the focus goes to the first such field.
 */
export function useForm<Values extends { [Name in keyof Values]: string | boolean }>({
  values,
  onChange,
  check,
  send,
}: Options<Values>) {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const [sending, setSending] = useState(false)
  // What the receiver found wrong holds for the very values it was sent.
  const [refused, setRefused] = useState<{ values: Values; faults: Faults<Values> }>()

  const found: Faults<Values> | undefined = tries > 0 ? check(values) : undefined
  const faultOf = (name: keyof Values) =>
    found?.[name] ?? (refused?.values === values ? refused.faults[name] : undefined)

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [tries])

  // Typed before there was a script to hear it.
  const takeOver = useEffectEvent(() => {
    const typed = [...new FormData(form.current ?? undefined)].filter(
      ([name, text]) =>
        typeof values[name as keyof Values] === 'string' && text !== values[name as keyof Values],
    )
    if (typed.length > 0) onChange({ ...values, ...Object.fromEntries(typed) })
  })
  useLayoutEffect(() => takeOver(), [])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    if (Object.values(check(values)).some(Boolean)) return setTries(tries + 1)
    setSending(true)
    // What went wrong the last time need not be said beside what comes of this.
    dismissToasts(({ destructive }) => destructive === true)
    try {
      const faults = await send(values)
      setRefused(faults ? { values, faults } : undefined)
      setTries(faults ? tries + 1 : 0)
    } finally {
      setSending(false)
    }
  }

  return {
    sending,
    /** Whether there was a try that came to nothing: what is wrong is being said. */
    tried: tries > 0,
    /** For the form element. */
    // What it is sent with is its script alone: by itself it would write what was typed into the address.
    form: { ref: form, onSubmit, noValidate: true, method: 'dialog' },
    /** For the field of one value. */
    field: (name: Names<Values, string>) => ({
      name,
      value: values[name] as string,
      error: faultOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...values, [name]: event.target.value }),
    }),
    /** For the checkbox of one value. */
    tick: (name: Names<Values, boolean>) => ({
      name,
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        onChange({ ...values, [name]: event.target.checked }),
    }),
  }
}
