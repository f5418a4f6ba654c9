import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect`, about which React warns on the server, where it is not run. */
export const useBrowserLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect
