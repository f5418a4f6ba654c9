import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/**
 * A context for a value that changes while a page from the server is taken over. When a context itself changes, React gives
 * up what it has not taken over yet below it, and draws it anew; here whoever uses the value is told of the change.
 */
export function hydrationSafeContext<Value>(fallback: Value) {
  const Context = createContext(hold(fallback))

  function Provider({ value, children }: { value: Value; children: ReactNode }) {
    const [held] = useState(() => hold(value))
    useLayoutEffect(() => held.set(value), [held, value])
    return <Context value={held}>{children}</Context>
  }

  function useValue(): Value {
    const { subscribe, now, atFirst } = useContext(Context)
    return useSyncExternalStore(subscribe, now, atFirst)
  }

  return { Provider, useValue }
}

function hold<Value>(first: Value) {
  let present = first
  const listeners = new Set<() => void>()
  return {
    atFirst: () => first,
    now: () => present,
    set(value: Value) {
      if (value === present) return
      present = value
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
