/** Requests with JSON in both directions. */
import { answer } from './client.ts'

/** Returns the document that the server answered with; throws Refused. */
export const request = <Document>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Document> =>
  answer<Document>(
    fetch(path, {
      method,
      ...(signal && { signal }),
      headers: {
        'x-conductor-view': 'orbs',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
