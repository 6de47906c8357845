/** Waits until the user has seen enough: q or Ctrl-C on a terminal, a signal anywhere. */

export interface Keys {
  readonly [key: string]: () => void
}

export async function untilQuit(keys: Keys = {}): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of SIGNALS) process.on(signal, resolve)
  const release = process.stdin.isTTY ? listen({ ...keys, q: resolve, [CTRL_C]: resolve }) : null
  try {
    await promise
  } finally {
    release?.()
    for (const signal of SIGNALS) process.off(signal, resolve)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** In raw mode it is a key like any other. */
const CTRL_C = '\x03'

function listen(keys: Keys): () => void {
  const { stdin } = process
  const press = (typed: Buffer): void => {
    for (const key of typed.toString()) keys[key]?.()
  }
  stdin.setRawMode(true)
  stdin.on('data', press)
  stdin.resume()
  return () => {
    stdin.off('data', press)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
