import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Preparation = NonNullable<Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']['preRun']>

/** The part of the engine's module that its type leaves open: where the file operations hang. */
interface EngineModule {
  NODEFS?: NodeOperations
  FS: { filesystems: { NODEFS: NodeOperations } }
}

interface NodeOperations {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
}

/**
 * The engine's folder on disk, with flushes that reach the disk.
 * The stock file system answers PostgreSQL's fsync without doing it, so a power cut could lose commits.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const result = await super.init(...args)
    const preRun = result.emscriptenOpts.preRun as Preparation extends readonly unknown[] ? unknown[] : never
    preRun.push((module: EngineModule) => {
      const operations = module.NODEFS ?? module.FS.filesystems.NODEFS
      operations.stream_ops.fsync = (stream) => {
        fs.fsyncSync(stream.nfd)
        return 0
      }
    })
    return result
  }
}
