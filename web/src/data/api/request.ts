/** Requests with JSON in both directions, to the API of the project that this page shows. */
import { answer } from './client.ts'
import { apiPathIn, pageProject, viewAt } from './project.ts'

/** Returns the document that the server answered with; throws Refused. */
export const request = <Document>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Document> =>
  answer<Document>(
    fetch(apiPathIn(pageProject(), path), {
      method,
      ...(signal && { signal }),
      headers: {
        'x-conductor-view': viewAt(location.pathname),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
