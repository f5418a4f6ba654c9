import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { ApiError } from '../../domain/rest/api-error.ts'
import type { PictureRenderer } from './picture-renderer.ts'

/** As with passwords: threads of the shared pool, and one core, are left for everything else. */
export const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/** This number of waiting pictures takes about a second. */
export const MAX_WAITING = 30

const BUSY = new ApiError(
  503,
  'PGRST003',
  'Too many pictures are being made at this moment. Please try again.',
)

/**
 * Returns a function that makes a PNG, a few at once, and throws ApiError 503 if too many wait.
 * @param load loads the library: for the first picture, and again if that failed.
 */
export function drawingQueue(load: () => Promise<PictureRenderer>): PictureRenderer {
  const queue = pLimit(AT_ONCE)
  let renderer: Promise<PictureRenderer> | undefined

  async function loadOrForget(): Promise<PictureRenderer> {
    try {
      return await load()
    } catch (error) {
      renderer = undefined
      throw error
    }
  }

  return async (pictured) => {
    if (queue.pendingCount >= MAX_WAITING) throw BUSY
    return queue(async () => {
      renderer ??= loadOrForget()
      return (await renderer)(pictured)
    })
  }
}
