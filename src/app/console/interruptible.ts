/** For long work that is not a run: the first signal stops it in good order. */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopper = new AbortController()
  const stop = (): void => stopper.abort()
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    return await work(stopper.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
