/** Caches answers with their ETag, and asks GitHub whether they have changed. "Not modified" does not count against the rate limit. */
import type { Fetch } from './limited-fetch.ts'

interface Kept {
  readonly etag: string
  readonly body: string
  readonly headers: Headers
}

/** The oldest are dropped first. */
const MOST_ANSWERS = 100
const LONGEST_ANSWER = 500_000

/** Caches GET requests only, by URL, token and requested form. */
export function conditionalFetch(ask: Fetch): Fetch {
  const kept = new Map<string, Kept>()
  return async (address, options) => {
    if (options.method !== 'GET') return await ask(address, options)
    const headers = new Headers(options.headers)
    const key = [address, headers.get('accept'), headers.get('authorization')].join('\n')
    const cached = kept.get(key)
    if (cached !== undefined) headers.set('if-none-match', cached.etag)
    const response = await ask(address, { ...options, headers })
    if (response.status === 304 && cached !== undefined)
      return new Response(cached.body, { status: 200, headers: cached.headers })
    return await keep(kept, key, response)
  }
}

async function keep(kept: Map<string, Kept>, key: string, response: Response): Promise<Response> {
  const etag = response.headers.get('etag')
  if (response.status !== 200 || etag === null) return response
  const { headers } = response
  const body = await response.text()
  kept.delete(key)
  if (body.length <= LONGEST_ANSWER) kept.set(key, { etag, body, headers })
  for (const oldest of kept.keys()) if (kept.size > MOST_ANSWERS) kept.delete(oldest)
  return new Response(body, { status: 200, headers })
}
