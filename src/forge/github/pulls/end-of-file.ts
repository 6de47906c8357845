/** Reads the end of a file from a URL that needs no token; no token is sent. */
import { firmFetch, isRedirect } from '../call/limited-fetch.ts'
import { OddAnswer } from '../call/odd-answer.ts'

/** The most bytes that are read from a server which can only send a file from its start. */
const MOST_READ = 50_000_000

/** Returns at most `bytes` bytes, as text. Rejects with OddAnswer, or when there is no answer. */
export async function endOfFile(
  address: string,
  bytes: number,
  closing: AbortSignal,
): Promise<string> {
  const response = await ask(address, {}, closing)
  const size = Number(response.headers.get('content-length'))
  const isCuttable = response.headers.get('accept-ranges') === 'bytes'
  if (!isCuttable || size <= bytes) return await tailOf(response, bytes)
  await response.body?.cancel()
  return await tailOf(await ask(address, { range: `bytes=${size - bytes}-` }, closing), bytes)
}

async function ask(
  address: string,
  headers: Readonly<Record<string, string>>,
  closing: AbortSignal,
): Promise<Response> {
  const response = await firmFetch(closing)(address, { headers })
  if (response.ok) return response
  await response.body?.cancel()
  throw new OddAnswer(isRedirect(response) ? 'redirect' : 'not-understood')
}

async function tailOf({ body }: Response, bytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let held = 0
  let read = 0
  for await (const part of body ?? []) {
    parts.push(part)
    held += part.length
    read += part.length
    if (read > MOST_READ) throw new OddAnswer('too-large')
    while (held - parts[0]!.length >= bytes) held -= parts.shift()!.length
  }
  // The first character may be cut in two.
  return Buffer.concat(parts)
    .subarray(-bytes)
    .toString('utf8')
    .replace(/^\ufffd+/, '')
}
