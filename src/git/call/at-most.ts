/** Runs at most `limit` pieces of work at once; the others wait in the order in which they were asked for. */
export function atMost(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let free = limit
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
