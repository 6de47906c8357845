/** Finds ports for each open worktree, so that the servers of two agents do not collide. */
import { createServer } from 'node:net'

export interface PortRange {
  readonly first: number
  /** The number of ports for each worktree. */
  readonly each: number
}

/** The first port of a range that no worktree of ours has and that nobody listens on; null: there is none. */
export async function freePorts(
  { first, each }: PortRange,
  taken: ReadonlySet<number>,
  wanted: number | null,
): Promise<number | null> {
  if (each < 1) return null
  const starts = [...startsOf({ first, each })]
  const preferred = starts.filter((start) => start === wanted)
  for (const start of [...preferred, ...starts])
    if (!taken.has(start) && (await areFree(start, each))) return start
  return null
}

const HIGHEST = 65_535

function* startsOf({ first, each }: PortRange): Generator<number> {
  for (let start = first; start + each - 1 <= HIGHEST; start += each) yield start
}

async function areFree(start: number, count: number): Promise<boolean> {
  const ports = Array.from({ length: count }, (_, i) => start + i)
  const answers = await Promise.all(ports.map(isFree))
  return answers.every(Boolean)
}

/** Listening on all addresses fails when another process listens on any of them. */
function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
