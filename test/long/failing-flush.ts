import fs from 'node:fs'

// Loaded into a server before anything else (node --import): as long as a file is there, the disk cannot flush.
const { existsSync, fsyncSync } = fs
const signal = process.env.FLUSHES_FAIL_WHILE ?? ''

fs.fsyncSync = (descriptor) => {
  if (existsSync(signal))
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })
  fsyncSync(descriptor)
}
