/** The other end of control-server.ts: asks the coordinator that runs in another process. */
import { request } from 'node:http'
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Ask } from '../../core/ask/ask.ts'
import type { Hindrance } from '../../core/run/hindrance.ts'
import type { AddReply } from './control-server.ts'

/** signal: nobody waits for the answer any more. */
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
 * What keeps it from writing anything down, which nobody can read from the store; null: nothing, or it does not
 * answer in time.
 */
export async function heldUp(socket: string): Promise<Hindrance | null> {
  const whom = { socket, signal: AbortSignal.timeout(A_MOMENT) }
  const asked = post<{ readonly by: Hindrance | null }>(whom, '/api/held-up', {})
  return (await asked.catch(() => null))?.by ?? null
}

/** Whoever looks at a run does not want to wait for one that hangs. */
const A_MOMENT = 1000

function post<Answer>({ socket, signal }: Whom, path: string, body: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', host: 'localhost' }
    // A connection of its own: the next ask may meet another coordinator.
    const how = { path, method: 'POST', headers, agent: false } as const
    const options = { socketPath: socket, ...how, ...(signal && { signal }) }
    const sent = request(options, (response) => {
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
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

/** What is no answer of ours is told as it came. */
function reasonIn(text: string): string {
  try {
    return (JSON.parse(text) as { readonly message?: string }).message ?? text
  } catch {
    return text
  }
}
