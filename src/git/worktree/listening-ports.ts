/** On which ports of the worktrees something listens now, such as the dev server of an agent. */
import { connect } from 'node:net'
import type { LaneName } from '../../core/value/ids.ts'
import { openWorktreeRecords } from './worktree-record.ts'

export interface ListeningPort {
  readonly lane: LaneName
  readonly path: string
  readonly port: number
}

/** each: the number of ports of a worktree. */
export async function listeningPorts(
  home: string,
  each: number,
): Promise<readonly ListeningPort[]> {
  const ports = openWorktreeRecords(home)
    .all()
    .filter(({ status }) => status !== 'branch-only')
    .flatMap(({ lane, path, port }) =>
      port === null ? [] : Array.from({ length: each }, (_, i) => ({ lane, path, port: port + i })),
    )
  const answers = await Promise.all(ports.map(({ port }) => isListening(port)))
  return ports.filter((_, i) => answers[i])
}

/** Milliseconds; on this machine a port answers or refuses at once. */
const PATIENCE = 500

/** A server may listen on one of the two addresses of this machine only. */
const isListening = async (port: number): Promise<boolean> =>
  (await answers('127.0.0.1', port)) || (await answers('::1', port))

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PATIENCE })
    const end = (isThere: boolean) => (): void => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
  })
