/** A request that is repeated with the same Idempotency-Key gets the same answer again; nothing is done twice. */
import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { Refused } from '../http/api-error.ts'

/** The newest answers are remembered: at most this many, and at most this many characters in all. */
const MOST = 1000
const MOST_CHARACTERS = 16 * 2 ** 20
const LONGEST_KEY = 200

interface Kept {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}

interface Remembered {
  /** Of the request. */
  readonly digest: string
  /** null: the request failed, and may be tried again. */
  readonly answer: Promise<Kept | null>
  /** The length of the answer, once there is one. */
  length: number
}

export function rememberAnswers(): MiddlewareHandler {
  const remembered = new Map<string, Remembered>()
  return async (context, next) => {
    const key = context.req.header('idempotency-key')
    if (key === undefined || context.req.method === 'GET') return next()
    if (key === '' || key.length > LONGEST_KEY) throw BAD_KEY
    const digest = await digestOf(context)
    for (;;) {
      const earlier = remembered.get(key)
      if (earlier === undefined) return answerOnce({ key, digest }, context, next)
      if (earlier.digest !== digest) throw OTHER_REQUEST
      const kept = await earlier.answer
      if (kept !== null) return replay(kept)
    }
  }

  /** A request that comes with the same key meanwhile waits for this answer. */
  async function answerOnce(
    { key, digest }: { readonly key: string; readonly digest: string },
    context: Context,
    next: () => Promise<void>,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<Kept | null>()
    const own: Remembered = { digest, answer: promise, length: 0 }
    remembered.set(key, own)
    let kept: Kept | null = null
    try {
      await next()
      kept = await keptFrom(context.res)
    } finally {
      if (kept === null) remembered.delete(key)
      own.length = kept?.text.length ?? 0
      resolve(kept)
      forgetOldest()
    }
  }

  function forgetOldest(): void {
    let length = 0
    for (const one of remembered.values()) length += one.length
    for (const [key, one] of remembered) {
      if (remembered.size <= MOST && length <= MOST_CHARACTERS) return
      remembered.delete(key)
      length -= one.length
    }
  }
}

const BAD_KEY = new Refused(422, {
  error: 'bad_idempotency_key',
  message: `an Idempotency-Key has 1 to ${LONGEST_KEY} characters`,
  hint: null,
})

const OTHER_REQUEST = new Refused(422, {
  error: 'idempotency_key_reused',
  message: 'this Idempotency-Key came with another request before',
  hint: 'a new request needs a new key',
})

async function digestOf({ req }: Context): Promise<string> {
  const request = `${req.method} ${req.url}\n${await req.text()}`
  return createHash('sha256').update(request).digest('base64')
}

/** An error of the server is not kept: the same request may succeed the next time. */
async function keptFrom(response: Response): Promise<Kept | null> {
  if (response.status >= 500) return null
  const text = await response.clone().text()
  return { status: response.status, headers: [...response.headers], text }
}

const replay = ({ status, headers, text }: Kept): Response =>
  new Response(text, {
    status,
    headers: [...headers.map(([name, value]): [string, string] => [name, value]), REPLAYED],
  })

const REPLAYED: [string, string] = ['idempotent-replayed', 'true']
