import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { Kept, type Made } from './cached-response.ts'
import { codingFor, isKnown } from './etag.ts'
import { openRepeats, type RepeatOptions, type Repeats } from './fast-path.ts'
import { type AnswerStore, openAnswerStore } from './store.ts'

/** Finished answers that are the same for everybody, and how they are sent. */
export interface Answers
  extends Pick<AnswerStore, 'keep' | 'clear' | 'ready' | 'close'>,
    Pick<Repeats, 'answer'> {
  /**
   * Answers with what was kept: in the coding asked for, or with 304 who has it already. The same request is answered
   * without any hook from then on, by all the headers that hooks have put on this one.
   */
  send(request: FastifyRequest, reply: FastifyReply, kept: Kept): Promise<FastifyReply>
  /** Sends an answer in the same way for this request alone. */
  sendOnce(request: FastifyRequest, reply: FastifyReply, answer: Kept | Made): Promise<FastifyReply>
}

export function openAnswers(db: Pick<Database, 'follow'>, options: RepeatOptions): Answers {
  const store = openAnswerStore(db)
  const repeats = openRepeats(store.find, options)
  return {
    keep: store.keep,
    answer: repeats.answer,
    send(request, reply, kept) {
      if (store.find(kept.key) === kept) repeats.remember(request, reply, kept)
      return sendKept(request, reply, kept)
    },
    sendOnce(request, reply, answer) {
      return sendKept(request, reply, answer instanceof Kept ? answer : new Kept('', answer))
    },
    clear() {
      store.clear()
      repeats.clear()
    },
    ready: store.ready,
    close: store.close,
  }
}

async function sendKept({ headers }: FastifyRequest, reply: FastifyReply, kept: Kept): Promise<FastifyReply> {
  const coding = codingFor(kept, headers['accept-encoding'])
  if (isKnown(kept.etag(coding), headers['if-none-match'])) {
    return reply.code(304).headers(kept.headersOfUnchanged(coding)).send()
  }
  const bytes = await kept.code(coding)
  return reply.code(kept.status).headers(kept.headersOf(coding, bytes)).send(bytes)
}
