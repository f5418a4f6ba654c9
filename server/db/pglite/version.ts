/** The embedded engine's major version: a folder of another one it cannot open. */
export const ENGINE_MAJOR = '18'
