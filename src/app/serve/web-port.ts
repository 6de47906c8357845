/** Finds the port for API and web app: the one that the user asked for, or the next one that is free. */
import { Complaint } from '../console/complain.ts'
import type { ServerAddress } from './server-address.ts'

export interface WebOptions extends ServerAddress {
  readonly port: number
  /** No other port will do. */
  readonly isExact: boolean
}

/** Calls `open` with one port after another until it succeeds. */
export async function onFreePort<Opened>(
  options: WebOptions,
  open: (port: number) => Promise<Opened>,
): Promise<Opened> {
  const { host } = options
  for (const port of portsToTry(options)) {
    try {
      return await open(port)
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException
      // Opening also writes files, and a full disk is no fault of the port.
      if (!SYSCALLS.includes(syscall ?? '')) throw error
      if (code !== 'EADDRINUSE' || options.isExact) throw cannotBeHad(host, port, code)
    }
  }
  throw new Error('a port that the system chooses is never taken')
}

/** The processes that ask for the port. */
const SYSCALLS: readonly string[] = ['listen', 'bind', 'getaddrinfo']

const PORTS_TRIED = 20

const portsToTry = ({ port, isExact }: WebOptions): readonly number[] =>
  isExact ? [port] : [...Array.from({ length: PORTS_TRIED }, (_, i) => port + i).filter(isPort), 0]

const isPort = (port: number): boolean => port < 2 ** 16

const cannotBeHad = (host: string, port: number, code: string | undefined): Complaint =>
  code === 'EADDRINUSE'
    ? new Complaint(
        `port ${port} is taken`,
        'choose another with --port, or omit it: then the next free port is used',
      )
    : new Complaint(
        `port ${port} of ${host} cannot be used (${code})`,
        'see --host, --port and `server` in the configuration',
      )
