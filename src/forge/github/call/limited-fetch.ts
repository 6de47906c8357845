/** Sends a request to GitHub: follows no redirect, limits the time, and limits the size of the answer. */
import { OddAnswer } from './odd-answer.ts'

export type Fetch = (address: string, options: RequestInit) => Promise<Response>

/** Bytes. A page of 50 pull requests has about 50,000. */
const LARGEST = 20_000_000

/** Milliseconds, for one answer. */
const LONGEST_WAIT = 15_000

/** A redirect could send the token to another host, and Octokit would take the page there for an answer. */
export const limitedFetch =
  (closing: AbortSignal): Fetch =>
  async (address, options) => {
    const response = await firmFetch(closing)(address, options)
    if (!isRedirect(response)) return await wholly(response)
    await response.body?.cancel()
    throw new OddAnswer('redirect')
  }

/** Returns a redirect without following it; the body is not read yet. */
export const firmFetch =
  (closing: AbortSignal): Fetch =>
  async (address, options) => {
    const signals = [closing, AbortSignal.timeout(LONGEST_WAIT)]
    if (options.signal) signals.push(options.signal)
    return await fetch(address, {
      ...options,
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    })
  }

export const isRedirect = ({ status }: Response): boolean =>
  status >= 300 && status < 400 && status !== 304

async function wholly(response: Response): Promise<Response> {
  if (response.body === null) return response
  const { status, headers } = response
  return new Response(await wholeText(response.body), { status, headers })
}

async function wholeText(body: ReadableStream<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > LARGEST) throw new OddAnswer('too-large')
    parts.push(new Uint8Array(part))
  }
  return new Blob(parts)
}
