export interface Config {
  supabaseUrl: string
  supabaseKey: string
}

/**
 * Returns the address and the public key of the backend. The server writes them into the page as a data block; a static
 * build, which has no such server, has them compiled in.
 */
export function readConfig(): Config {
  const block = document.getElementById('config')?.textContent
  const served: Partial<Config> = block ? JSON.parse(block) : {}
  const supabaseUrl = served.supabaseUrl || import.meta.env.VITE_SUPABASE_URL
  const supabaseKey = served.supabaseKey || import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY
  if (!supabaseUrl || !supabaseKey) {
    throw new Error('No backend configured: set VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY.')
  }
  return { supabaseUrl: new URL(supabaseUrl, location.origin).href, supabaseKey }
}
