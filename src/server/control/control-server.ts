/** How other processes of this user ask the coordinator: HTTP over a socket file that only this user can open. */
import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
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

export function controlApp(coordinator: Coordinator): Hono {
  const app = new Hono()
  app.post('/api/ask', async (context) => {
    const ask = askSchema.safeParse(await readJson(context.req))
    if (!ask.success)
      return context.json({ error: 'bad_ask', message: saySchemaError(ask.error) }, 400)
    return context.json(await coordinator.ask(ask.data))
  })
  app.post('/api/tasks', async (context) => {
    const body = addSchema.safeParse(await readJson(context.req))
    if (!body.success)
      return context.json({ error: 'bad_tasks', message: saySchemaError(body.error) }, 400)
    return context.json(await coordinator.add(body.data.tasks, body.data.by))
  })
  app.post('/api/held-up', (context) => context.json({ by: coordinator.heldUp() }))
  return app
}

/** Listens until it is disposed, which removes the socket file. */
export async function listenForAsks(
  coordinator: Coordinator,
  socket: string,
): Promise<AsyncDisposable> {
  const server = createAdaptorServer({ fetch: controlApp(coordinator).fetch }) as Server
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

/** A body that is not JSON becomes undefined, which no schema accepts. */
async function readJson(request: { json(): Promise<unknown> }): Promise<unknown> {
  return request.json().catch(() => undefined)
}
