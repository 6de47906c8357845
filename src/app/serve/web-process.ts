/**
 * API and web app for a run, in a process of their own, so that no request of a browser burdens the coordinator. The
 * coordinator opens the port. At the first connection it starts a server and hands it that connection and the port, so
 * that all later connections reach the server directly.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { startedWith, stopProcesses } from '../../processes/stop-processes.ts'
import type { Workspace } from '../place/workspace.ts'
import type { ServerAddress } from './server-address.ts'
import { onFreePort, type WebOptions } from './web-port.ts'

/** Descriptors in the process of the server. */
export const TAKEN_PORT = 3
export const FIRST_VISITOR = 4

export interface WebProcess extends AsyncDisposable {
  readonly port: number
  /** Resolves with the reason when no server will be started any more. */
  readonly givenUp: Promise<unknown>
}

/** Complains when the port cannot be opened. */
export async function openWebProcess(
  workspace: Workspace,
  options: WebOptions,
): Promise<WebProcess> {
  const { host } = options
  let door = await onFreePort(options, (port) => takePort(host, port))
  const { port } = door.address() as AddressInfo
  let takenAt = Date.now()
  const starts: number[] = []
  let server: ChildProcess | null = null
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<unknown>()
  let isClosing = false
  open()
  return {
    port,
    givenUp,
    async [Symbol.asyncDispose]() {
      isClosing = true
      door.close()
      if (server !== null) await stop(server)
    },
  }

  function open(): void {
    door.once('connection', (visitor) => void passOn(visitor))
  }

  async function passOn(visitor: Socket): Promise<void> {
    starts.push(performance.now())
    try {
      server = startServer(workspace, { ...options, takenAt }, [door, visitor])
    } catch {
      // There is not enough memory to start it. The browser may try again.
    }
    // From now on only the server has the port and the connection.
    door.close()
    visitor.destroy()
    if (server !== null) await exited(server)
    server = null
    if (!isClosing) await takeAgain().catch(giveUp)
  }

  async function takeAgain(): Promise<void> {
    if (isTooOften(starts)) throw new Error(`its process has ended ${MOST_STARTS} times`)
    door = await takePort(host, port)
    takenAt = Date.now()
    if (isClosing) door.close()
    else open()
  }
}

const takePort = (host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    // Nothing that a browser sends to the server is read here.
    const door = createServer({ pauseOnConnect: true }).once('error', reject)
    door.listen(port, host, () => resolve(door.off('error', reject).on('error', () => {})))
  })

/** In the environment of the server, and of nothing that it starts. */
export const SERVES = 'CONDUCTOR_SERVES'

/** Ends the server that an earlier coordinator left: one that is stopped (SIGSTOP) does not end by itself. Needs the lock. */
export const endLeftServer = ({ home }: Workspace): Promise<number> =>
  stopProcesses(startedWith(`${SERVES}=${home}`), LEFT_GRACE)

const LEFT_GRACE = 200

/** In a session of its own, so that keys in the user's terminal send it no signals. */
function startServer(
  { folder, home }: Workspace,
  address: ServerAddress,
  shared: readonly [Server, Socket],
): ChildProcess {
  const args = [process.argv[1]!, 'serve-run', JSON.stringify(address)]
  return spawn(process.execPath, args, {
    cwd: folder,
    detached: true,
    env: { ...process.env, [SERVES]: home },
    stdio: ['ignore', 'ignore', 'ignore', ...shared.map(descriptorOf), 'ipc'],
  })
}

/** Node has no public name for the descriptor. */
const descriptorOf = (shared: Server | Socket): number =>
  (shared as unknown as { readonly _handle: { readonly fd: number } })._handle.fd

/** Resolves when the process has ended, or could not be started at all. */
const exited = (server: ChildProcess): Promise<unknown> =>
  once(
    server.on('error', () => {}),
    'close',
  ).catch(() => {})

const MOST_STARTS = 5
const SHORT_TIME = 60_000

const isTooOften = (starts: readonly number[]): boolean =>
  starts.length >= MOST_STARTS && performance.now() - starts.at(-MOST_STARTS)! < SHORT_TIME

/** Milliseconds. The server says goodbye to browsers and ends their checks. One that hangs is killed. */
const LONGEST_GOODBYE = 5000

async function stop(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM')
  const late = setTimeout(() => server.kill('SIGKILL'), LONGEST_GOODBYE)
  await exited(server)
  clearTimeout(late)
}
