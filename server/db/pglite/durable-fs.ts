import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Preparation = NonNullable<Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']['preRun']>

/** The file operations of the engine's module, which its type does not declare. */
interface EngineModule {
  NODEFS?: NodeOperations
  FS: { filesystems: { NODEFS: NodeOperations } }
}

interface NodeOperations {
  stream_ops: { fsync?: (stream: { nfd: number; node: EngineNode }) => number }
  node_ops: {
    mknod(parent: EngineNode, ...rest: unknown[]): EngineNode
    rename(node: EngineNode, newParent: EngineNode, name: string): void
  }
  realPath(node: EngineNode): string
  /** Converts an error of the system into one that the engine understands. */
  tryFSOperation<T>(operation: () => T): T
}

type EngineNode = object

/**
 * The engine's folder on disk, with an fsync that reaches the disk.
 * In the stock file system PostgreSQL's fsync does nothing, so a power cut could lose commits.
 * It uses operations that the library does not publish; test/contract/site/flushing.test.ts fails if a release changes them.
 * Upstream: https://github.com/electric-sql/pglite/issues/1107
 */
export class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const result = await super.init(...args)
    const preRun = result.emscriptenOpts.preRun as Preparation extends readonly unknown[] ? unknown[] : never
    preRun.push((module: EngineModule) => replaceFsync(module.NODEFS ?? module.FS.filesystems.NODEFS))
    return result
  }
}

function replaceFsync(operations: NodeOperations): void {
  const { stream_ops, node_ops } = operations
  const { mknod, rename } = node_ops
  // The folders with names that were added since their last flush. PostgreSQL expects that a flushed file has its name on
  // disk. POSIX guarantees that only after the folder is flushed, too; many file systems do it together with the file.
  const changedFolders = new Set<string>()

  node_ops.mknod = (parent, ...rest) => {
    changedFolders.add(operations.realPath(parent))
    return mknod(parent, ...rest)
  }
  node_ops.rename = (node, newParent, name) => {
    changedFolders.add(operations.realPath(newParent))
    rename(node, newParent, name)
  }
  stream_ops.fsync = (stream) =>
    operations.tryFSOperation(() => {
      fs.fsyncSync(stream.nfd)
      const flushed = operations.realPath(stream.node)
      // PostgreSQL also flushes folders, which it opens as files.
      changedFolders.delete(flushed)
      for (const folder of foldersAbove(flushed)) {
        if (changedFolders.has(folder)) flushFolder(folder)
        changedFolders.delete(folder)
      }
      return 0
    })
}

function foldersAbove(file: string): string[] {
  const folder = path.dirname(file)
  return folder === file ? [] : [folder, ...foldersAbove(folder)]
}

function flushFolder(folder: string): void {
  const descriptor = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
