/** With Trusted Types, the content policy accepts the address of a worker only from a policy, made once. */
const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: (address: string) => address })

/** Starts a worker whose code is a module of this site. */
export function startWorker(address: string): Worker {
  // TypeScript's Worker does not accept a TrustedScriptURL yet.
  return new Worker((policy?.createScriptURL(address) ?? address) as string, { type: 'module' })
}
