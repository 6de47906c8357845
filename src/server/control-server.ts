/** How other processes of this user ask the coordinator: HTTP on a socket file that only they can open. */
import { chmodSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import * as z from 'zod'
import type { Reply } from '../conduct/conduct-run.ts'
import type { Ask } from '../core/ask.ts'
import { laneName, saidAttemptId, taskId } from '../core/ids.ts'

export interface Coordinator {
  ask(ask: Ask): Promise<Reply>
  /** Tasks in the form of the task file, not yet checked. */
  add(tasks: unknown, by: string | null): Promise<AddReply>
  stop(): void
}

export type AddReply = Reply | { readonly accepted: false; readonly problems: readonly string[] }

const task = z.string().transform(taskId)
const attempt = z.string().transform(saidAttemptId)
/** Longer texts belong into a file. */
const words = z.string().trim().min(1).max(100_000)
/** As in a task file: 30 days. */
const LONGEST_ESTIMATE = 30 * 86_400
const priority = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

const taskChange = z.object({
  name: z.string().trim().min(1).max(100).exactOptional(),
  priority: priority.exactOptional(),
  dependencies: z.array(task).exactOptional(),
  files: z.array(z.string().trim().min(1)).exactOptional(),
  estimate: z
    .object({ seconds: z.number().min(0).max(LONGEST_ESTIMATE), from: z.literal('file') })
    .exactOptional(),
  lane: z.string().transform(laneName).nullable().exactOptional(),
})

const question = z.object({
  decision: words,
  options: z.array(z.string()).default([]),
  context: z.string().default(''),
  area: z.string().nullable().default(null),
})

const ownWord = z.discriminatedUnion('is', [
  z.object({ is: z.literal('question'), question }),
  z.object({
    is: z.literal('progress'),
    status: z.enum(['planning', 'working']),
    note: z.string().max(1000),
  }),
  z.object({ is: z.literal('heartbeat') }),
])

/** `add` is not among them: it has a path of its own, because its tasks must be read first. */
const askSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('pause') }),
  z.object({ ask: z.literal('unpause') }),
  z.object({ ask: z.literal('agents'), agents: z.number() }),
  z.object({ ask: z.literal('pause-batch'), batch: z.number() }),
  z.object({ ask: z.literal('unpause-batch'), batch: z.number() }),
  z.object({ ask: z.literal('cancel-run') }),
  z.object({ ask: z.literal('cancel'), task }),
  z.object({ ask: z.literal('preempt'), task }),
  z.object({ ask: z.literal('retry'), task }),
  z.object({ ask: z.literal('skip'), task }),
  z.object({ ask: z.literal('approve'), task }),
  z.object({ ask: z.literal('reject'), task, why: z.string() }),
  z.object({ ask: z.literal('land'), task }),
  z.object({ ask: z.literal('land-all') }),
  z.object({ ask: z.literal('prioritise'), task, priority }),
  z.object({ ask: z.literal('change'), task, change: taskChange }),
  z.object({ ask: z.literal('guide'), task, text: words }),
  z.object({
    ask: z.literal('decide'),
    task,
    request: z.string().nullable(),
    allow: z.boolean(),
    why: z.string().nullable(),
  }),
  z.object({ ask: z.literal('budget'), task: task.nullable(), usd: z.number().min(0).nullable() }),
  z.object({ ask: z.literal('hear'), attempt, sign: ownWord }),
  z.object({ ask: z.literal('take-guidance'), attempt }),
])

const addSchema = z.object({ tasks: z.unknown(), by: z.string().nullable() })

export function controlApp(coordinator: Coordinator): Hono {
  const app = new Hono()
  app.post('/api/ask', async (context) => {
    const ask = askSchema.safeParse(await readJson(context.req))
    if (!ask.success)
      return context.json({ error: 'bad_ask', message: z.prettifyError(ask.error) }, 400)
    return context.json(await coordinator.ask(ask.data))
  })
  app.post('/api/tasks', async (context) => {
    const body = addSchema.safeParse(await readJson(context.req))
    if (!body.success)
      return context.json({ error: 'bad_tasks', message: z.prettifyError(body.error) }, 400)
    return context.json(await coordinator.add(body.data.tasks, body.data.by))
  })
  app.post('/api/stop', (context) => {
    coordinator.stop()
    return context.json({ accepted: true }, 202)
  })
  return app
}

/** Listens until closed; the socket file is gone afterwards. */
export async function listenForAsks(
  coordinator: Coordinator,
  socket: string,
): Promise<AsyncDisposable> {
  const server = createAdaptorServer({ fetch: controlApp(coordinator).fetch }) as Server
  rmSync(socket, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  chmodSync(socket, 0o600)
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(socket, { force: true })
    },
  }
}

/** What is not JSON is undefined, which no schema accepts. */
async function readJson(request: { json(): Promise<unknown> }): Promise<unknown> {
  return request.json().catch(() => undefined)
}
