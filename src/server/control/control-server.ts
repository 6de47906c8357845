/** How other processes of this user ask the coordinator: HTTP over a socket file that only this user can open. */
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Ask } from '../../core/ask/ask.ts'
import { ifItCanBe, type Hindrance } from '../../core/run/hindrance.ts'
import { askSchema } from './ask-schema.ts'
import { saySchemaError } from '../http/say-schema-error.ts'

export interface Coordinator {
  ask(ask: Ask): Promise<Reply>
  /** Tasks in the form of the task file, not yet checked. */
  add(tasks: unknown, by: string | null): Promise<AddReply>
  /** Why the coordinator cannot record events now; null: it can. */
  heldUp(): Hindrance | null
}

export type AddReply = Reply | { readonly accepted: false; readonly problems: readonly string[] }

const addSchema = z.object({ tasks: z.unknown(), by: z.string().nullable() })

interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly json: unknown
}

/** Without the library that serves browsers, because loading it takes a fifth of the time of a short run. */
export async function answer(coordinator: Coordinator, asked: Asked): Promise<Answer> {
  switch (`${asked.method} ${asked.url}`) {
    case 'POST /api/ask': {
      const ask = askSchema.safeParse(jsonIn(asked.body))
      if (!ask.success) return refused('bad_ask', ask.error)
      return { status: 200, json: await coordinator.ask(ask.data) }
    }
    case 'POST /api/tasks': {
      const added = addSchema.safeParse(jsonIn(asked.body))
      if (!added.success) return refused('bad_tasks', added.error)
      return { status: 200, json: await coordinator.add(added.data.tasks, added.data.by) }
    }
    case 'POST /api/held-up':
      return { status: 200, json: { by: coordinator.heldUp() } }
    default:
      return { status: 404, json: { error: 'not_found', message: 'there is nothing here' } }
  }
}

const refused = (error: string, why: z.ZodError): Answer => ({
  status: 400,
  json: { error, message: saySchemaError(why) },
})

/** What is not JSON becomes undefined, which no schema accepts. */
function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Listens until it is disposed, which removes the socket file. */
export async function listenForAsks(
  coordinator: Coordinator,
  socket: string,
): Promise<AsyncDisposable> {
  const server = createServer((request, response) => void respond(coordinator, request, response))
  rmSync(socket, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // listen() binds the socket before it returns, so no other file is created under this umask.
    const oldMask = process.umask(0o177)
    server.listen(socket, resolve)
    process.umask(oldMask)
  })
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      ifItCanBe(() => rmSync(socket, { force: true }))
    },
  }
}

/** The process that asked may have ended before the answer; then the answer is dropped. */
async function respond(
  coordinator: Coordinator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url } = request
  const { status, json } = await text(request)
    .then((body) => answer(coordinator, { method, url, body }))
    .catch(failed)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(json))
}

const failed = (error: unknown): Answer => ({
  status: 500,
  json: { error: 'failed', message: error instanceof Error ? error.message : String(error) },
})
