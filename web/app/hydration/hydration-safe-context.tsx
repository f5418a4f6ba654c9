import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/**
 * Makes a context for a value that may change during hydration. When the value of a React context changes, React
 * discards the HTML below it that is not hydrated yet and renders it again. This context's value is a store that never
 * changes, and its users subscribe to it.
 */
export function hydrationSafeContext<Value>(fallback: Value) {
  const Context = createContext(makeStore(fallback))

  function Provider({ value, children }: { value: Value; children: ReactNode }) {
    const [store] = useState(() => makeStore(value))
    useLayoutEffect(() => store.set(value), [store, value])
    return <Context value={store}>{children}</Context>
  }

  function useValue(): Value {
    const { subscribe, current, initial } = useContext(Context)
    return useSyncExternalStore(subscribe, current, initial)
  }

  return { Provider, useValue }
}

function makeStore<Value>(first: Value) {
  let latest = first
  const listeners = new Set<() => void>()
  return {
    initial: () => first,
    current: () => latest,
    set(value: Value) {
      if (value === latest) return
      latest = value
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
