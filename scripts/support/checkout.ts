import { existsSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The data folder that a site has by default. */
const DATA = 'data'

/** What git, npm, the build and the tests write. */
const WRITTEN = ['.git', 'node_modules', 'test/node_modules', 'dist', 'test-results']

/** The files and folders of a checkout by name, each with what a write changes. */
type Tree = ReadonlyMap<string, string>

/** Returns a function that names what was added, changed and removed in a checkout since, except what its commands write. */
export function watchCheckout(root: string): () => string[] {
  const wasServed = isServed(path.join(root, DATA))
  const before = readTree(root)
  return () => {
    const differences = compareTrees(before, readTree(root))
    // A running site writes to its data folder.
    const isExempt = wasServed || isServed(path.join(root, DATA))
    return differences.filter(({ name }) => !(isExempt && isWithin(DATA, name))).map(({ text }) => text)
  }
}

function isWithin(folder: string, name: string): boolean {
  return name === folder || name.startsWith(folder + path.sep)
}

function compareTrees(before: Tree, after: Tree): { name: string; text: string }[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    if (was === is) return []
    const what = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed'
    return [{ name, text: `${what} ${name}` }]
  })
}

function readTree(root: string): Tree {
  const tree = new Map<string, string>()
  const walk = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = path.join(folder, entry.name)
      const found = lstatSync(path.join(root, name), { throwIfNoEntry: false })
      if (!found || WRITTEN.includes(name)) continue
      tree.set(name, entry.isDirectory() ? 'folder' : `${found.size} bytes at ${found.mtimeMs}`)
      if (entry.isDirectory()) walk(name)
    }
  }
  walk('')
  return tree
}

/** Whether a process holds the lock of a data folder. */
function isServed(dataDir: string): boolean {
  const file = path.join(dataDir, 'lock')
  if (!existsSync(file)) return false
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive; rollback')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}
