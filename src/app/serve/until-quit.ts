/** Waits until the user quits: q or Ctrl-C on a terminal, a signal anywhere. */
import { hasBrowser, openInBrowser } from '../conduct/browser.ts'
import { onStopSignal } from '../console/on-stop-signal.ts'

/** What to tell the user before waiting. */
export function howToQuit(): string {
  if (!hasKeys()) return 'Ctrl-C ends it.'
  return hasBrowser() ? 'q ends it, o opens a browser.' : 'q ends it.'
}

export async function untilQuit(link: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ignoreSignals = onStopSignal(resolve)
  const keys = { q: resolve, [CTRL_C]: resolve, o: () => void openInBrowser(link) }
  const release = hasKeys() ? listen(keys) : null
  try {
    await promise
  } finally {
    release?.()
    ignoreSignals()
  }
}

/** Whether a user can press keys. */
export const hasKeys = (): boolean => process.stdin.isTTY && process.stdout.isTTY

/** In raw mode Ctrl-C is a key like any other. */
const CTRL_C = '\x03'

function listen(keys: Readonly<Record<string, () => void>>): () => void {
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
