/** The client of control-server.ts: asks the coordinator, which runs in another process. */
import { request } from 'node:http'
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Ask } from '../../core/ask/ask.ts'
import type { Hindrance } from '../../core/run/hindrance.ts'
import type { AddReply } from './control-server.ts'

/** signal: aborts when no caller waits for the answer any more. */
export const askCoordinator = (socket: string, ask: Ask, signal?: AbortSignal): Promise<Reply> =>
  post<Reply>({ socket, signal }, '/api/ask', ask)

export const addThroughCoordinator = (
  socket: string,
  tasks: unknown,
  by: string | null,
  signal?: AbortSignal,
): Promise<AddReply> => post<AddReply>({ socket, signal }, '/api/tasks', { tasks, by })

interface Whom {
  readonly socket: string
  readonly signal: AbortSignal | undefined
}

/**
 * The hindrance that keeps the coordinator from recording events, which the store cannot show; null: there is none, or
 * the coordinator does not answer in time.
 */
export async function heldUp(socket: string): Promise<Hindrance | null> {
  const whom = { socket, signal: AbortSignal.timeout(A_MOMENT) }
  const answer = post<{ readonly by: Hindrance | null }>(whom, '/api/held-up', {})
  return (await answer.catch(() => null))?.by ?? null
}

/** Milliseconds. A user who looks at a run must not wait for a coordinator that hangs. */
const A_MOMENT = 1000

function post<Answer>({ socket, signal }: Whom, path: string, body: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', host: 'localhost' }
    // Each ask opens its own connection, because the next one may reach another coordinator.
    const common = { path, method: 'POST', headers, agent: false } as const
    const options = { socketPath: socket, ...common, ...(signal && { signal }) }
    const outgoing = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (text += piece))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200)
          return reject(new Error(`the coordinator refused: ${reasonIn(text)}`))
        resolve(JSON.parse(text) as Answer)
      })
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
}

/** A body that is not our JSON is quoted as it is. */
function reasonIn(text: string): string {
  try {
    return (JSON.parse(text) as { readonly message?: string }).message ?? text
  } catch {
    return text
  }
}
