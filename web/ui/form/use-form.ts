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

/** What is wrong: a sentence for each invalid field. */
export type Faults<Values> = { [Name in keyof Values]?: string | undefined }

type Names<Values, Kind> = keyof {
  [Name in keyof Values as Values[Name] extends Kind ? Name : never]: Name
} &
  string

interface Options<Values> {
  values: Values
  onChange: (values: Values) => void
  /** Checks the values in the browser. */
  check: (values: Values) => Faults<Values>
  /** Sends the values. Returns what the server found wrong, or nothing. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that finds nothing wrong need not return anything
  send: (values: Values) => Promise<Faults<Values> | void>
}

/**
 * The state of a form. Errors show only after the first attempt to send it. From then on, each stays at its field until
 * it is corrected, and the focus goes to the first invalid field.
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
  // The errors of the server apply only to the values that were sent.
  const [rejected, setRejected] = useState<{ values: Values; faults: Faults<Values> }>()

  const found: Faults<Values> | undefined = tries > 0 ? check(values) : undefined
  const faultOf = (name: keyof Values) =>
    found?.[name] ?? (rejected?.values === values ? rejected.faults[name] : undefined)

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [tries])

  // Reads what was typed before hydration.
  const readTyped = useEffectEvent(() => {
    const typed = [...new FormData(form.current ?? undefined)].filter(
      ([name, text]) =>
        typeof values[name as keyof Values] === 'string' && text !== values[name as keyof Values],
    )
    if (typed.length > 0) onChange({ ...values, ...Object.fromEntries(typed) })
  })
  useLayoutEffect(() => readTyped(), [])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    if (Object.values(check(values)).some(Boolean)) return setTries(tries + 1)
    setSending(true)
    // The errors of the previous attempt no longer apply.
    dismissToasts(({ destructive }) => destructive === true)
    try {
      const faults = await send(values)
      setRejected(faults ? { values, faults } : undefined)
      setTries(faults ? tries + 1 : 0)
    } finally {
      setSending(false)
    }
  }

  return {
    sending,
    /** Whether an attempt failed, so that errors show. */
    tried: tries > 0,
    /** For the form element. The method `dialog` keeps a form whose script is missing from writing into the address. */
    form: { ref: form, onSubmit, noValidate: true, method: 'dialog' },
    /** For the field of one value. */
    field: (name: Names<Values, string>) => ({
      name,
      value: values[name] as string,
      error: faultOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        onChange({ ...values, [name]: event.target.value }),
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
