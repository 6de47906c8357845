/** For long work that is not a run: the first signal stops it in good order. */
import { onStopSignal } from './on-stop-signal.ts'

export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopper = new AbortController()
  const ignoreSignals = onStopSignal(() => stopper.abort())
  try {
    return await work(stopper.signal)
  } finally {
    ignoreSignals()
  }
}
