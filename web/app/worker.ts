/** With Trusted Types, the content policy accepts the address of a worker only from a policy, made once. */
const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: (address: string) => address })

/** Starts a worker whose code is a module of this site. */
export function startWorker(address: string): Worker {
  // TypeScript's Worker does not accept a TrustedScriptURL yet.
  return new Worker(trusted(address), { type: 'module' })
}

/**
 * Registers the service worker of the site. A browser checks with every registration whether there is a new version.
 * @returns undefined where there is none: in development, without TLS, or if the browser permits no storage.
 */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return undefined
  const address = `${import.meta.env.BASE_URL}service-worker.js`
  return navigator.serviceWorker.register(trusted(address), { updateViaCache: 'none' })
}

function trusted(address: string): string {
  return (policy?.createScriptURL(address) ?? address) as string
}
