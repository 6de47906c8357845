/**
 * API and web app for a run, in a process of their own: whatever browsers ask of them, the process that conducts has
 * nothing to do with it. Here the port is taken; whoever comes there first is passed on to a server that is started
 * for them, and so is everybody after that.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Workspace } from '../place/workspace.ts'
import type { ServerAddress } from './server-address.ts'
import { onFreePort, type WebOptions } from './web-port.ts'

/** Descriptors of the server's process. */
export const TAKEN_PORT = 3
export const FIRST_VISITOR = 4

export interface WebProcess extends AsyncDisposable {
  readonly port: number
  /** Why there will be no server any more; pending as long as there can be one. */
  readonly givenUp: Promise<unknown>
}

/** Complains when the port cannot be had. */
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
      if (server !== null) await ended(server)
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
      // No memory to start it in. Whoever tries again may be luckier.
    }
    // From now on the server alone has them.
    door.close()
    visitor.destroy()
    if (server !== null) await gone(server)
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
    // Nothing is read here of what somebody says to the server.
    const door = createServer({ pauseOnConnect: true }).once('error', reject)
    door.listen(port, host, () => resolve(door.off('error', reject).on('error', () => {})))
  })

/** In a session of its own: the keys of the user's terminal are not meant for it. */
function startServer(
  { folder }: Workspace,
  address: ServerAddress,
  shared: readonly [Server, Socket],
): ChildProcess {
  const args = [process.argv[1]!, 'serve-run', JSON.stringify(address)]
  return spawn(process.execPath, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', ...shared.map(descriptorOf), 'ipc'],
  })
}

/** Node has no public name for it. */
const descriptorOf = (shared: Server | Socket): number =>
  (shared as unknown as { readonly _handle: { readonly fd: number } })._handle.fd

/** It has ended, or could not be started at all. */
const gone = (server: ChildProcess): Promise<unknown> =>
  once(
    server.on('error', () => {}),
    'close',
  ).catch(() => {})

const MOST_STARTS = 5
const SHORT_TIME = 60_000

const isTooOften = (starts: readonly number[]): boolean =>
  starts.length >= MOST_STARTS && performance.now() - starts.at(-MOST_STARTS)! < SHORT_TIME

/** It says goodbye to browsers, and ends checks that they wait for. One that hangs is killed. */
const LONGEST_GOODBYE = 5000

async function ended(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM')
  const late = setTimeout(() => server.kill('SIGKILL'), LONGEST_GOODBYE)
  await gone(server)
  clearTimeout(late)
}
