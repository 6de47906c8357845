/** Posts a document to an address, with one retry at most. */

const LIMIT = 5000

export async function postWebhook(url: string, document: object): Promise<void> {
  try {
    await post(url, document)
  } catch {
    await post(url, document).catch(sayWhy)
  }
}

/** fetch only says that it failed; its `cause` says why. */
function sayWhy(error: unknown): never {
  throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error
}

/** Redirects are not followed: they might lead to an address without encryption. */
async function post(url: string, document: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document),
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`it answered ${response.status}`)
}
