import fs from 'node:fs'

// Loaded into a server before other modules (node --import): fsync fails while the file FLUSHES_FAIL_WHILE exists.
const { existsSync, fsyncSync } = fs
const signal = process.env.FLUSHES_FAIL_WHILE ?? ''

fs.fsyncSync = (descriptor) => {
  if (existsSync(signal))
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })
  fsyncSync(descriptor)
}
