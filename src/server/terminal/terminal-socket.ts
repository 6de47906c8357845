/** The web socket of a terminal: refused like any request before it is opened, and also when terminals are off. */
import type { Context, MiddlewareHandler } from 'hono'
import { upgradeWebSocket } from '@hono/node-server'
import { z } from 'zod'
import type { WebSocket } from 'ws'
import type { Run } from '../../core/run/run.ts'
import { OWN_CONFIG } from '../../core/value/home-paths.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { Refused } from '../http/api-error.ts'
import type { Report } from '../http/server-log.ts'
import { socketConnection } from '../live/socket-connection.ts'
import type { ServedTerminals } from '../served/served-files.ts'
import type { JoinedTerminal, TerminalLine } from './terminals.ts'

/** What the socket needs of the project that a request names. */
export interface TerminalPlace {
  readonly terminals: ServedTerminals
  /** Throws Refused. */
  findTask(run: string, task: string): { readonly run: Run; readonly task: TaskId }
}

const size = (usual: number) => z.coerce.number().int().min(1).max(1000).default(usual)

const query = z.object({
  run: z.string().min(1).max(20).default('current'),
  task: z.string().min(1).max(200),
  id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable()
    .default(null),
  columns: size(80),
  rows: size(24),
})

/** The checks before the socket is opened. */
export const terminalAllowed =
  (placeOf: (context: Context) => TerminalPlace): MiddlewareHandler =>
  async (context, next) => {
    const { terminals, findTask } = placeOf(context)
    if (!(await terminals.isOn())) throw OFF
    const { run, task } = wanted(context)
    const place = findTask(run, task)
    await terminals.folder(place.run, place.task)
    await next()
  }

const OFF = new Refused(403, {
  error: 'terminal_off',
  message: 'terminals in the page are off',
  hint: `the user of this machine turns them on: \`terminal: true\` in ${OWN_CONFIG}`,
})

function wanted({ req }: Context): z.output<typeof query> {
  const read = query.safeParse(req.query())
  if (read.success) return read.data
  throw new Refused(422, { error: 'invalid', message: 'that is no terminal', hint: 'name a task' })
}

export const terminalLine = (
  placeOf: (context: Context) => TerminalPlace,
  report: Report,
): MiddlewareHandler =>
  upgradeWebSocket(
    (context) => {
      const { terminals, findTask } = placeOf(context)
      const { run: runName, task: taskName, ...asked } = wanted(context)
      const { run, task } = findTask(runName, taskName)
      let joined: Promise<JoinedTerminal> | null = null
      return {
        onOpen(_event, { raw }) {
          const socket = raw as WebSocket
          const line: TerminalLine = {
            ...socketConnection(socket, () => performance.now()),
            send: (data) => socket.send(data),
          }
          joined = terminals.join(line, { ...asked, run, task })
          joined.catch((error: unknown) => {
            const isOurs = error instanceof Refused
            if (!isOurs) void report('a terminal', error)
            line.close(1011, isOurs ? error.message.slice(0, 120) : 'it could not be opened')
          })
        },
        onMessage: ({ data }) =>
          void joined
            ?.then((one) => one.heard(typeof data === 'string' ? data : ''))
            .catch(() => {}),
        onClose: () => void joined?.then((one) => one.left()).catch(() => {}),
        onError: () => void joined?.then((one) => one.left()).catch(() => {}),
      }
    },
    { onError: (error) => void report('a terminal', error) },
  )
