/** Asks GitHub over HTTP: follows no redirect, and reads no answer that is too large. */
import { OddAnswer } from './odd-answer.ts'

/** Bytes. A page of 50 pull requests has about 50,000. */
const LARGEST = 20_000_000

/** The token must not follow a redirect to another place, and Octokit would take the page there for an answer. */
export async function limitedFetch(address: string, options: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...options, redirect: 'manual' })
  const { status, headers } = response
  if (status >= 300 && status < 400 && status !== 304) {
    await response.body?.cancel()
    throw new OddAnswer('redirect')
  }
  if (response.body === null) return response
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
