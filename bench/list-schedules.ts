/** Two simple schedulers to compare with, sharing no code with src/core. */

export interface Work {
  /** What each task comes after, by number. */
  readonly before: readonly (readonly number[])[]
  readonly seconds: readonly number[]
  /** The numbers of the files of each task: tasks with a file in common never run at once. */
  readonly files: readonly (readonly number[])[]
  readonly agents: number
}

/** No schedule can be shorter: the longest chain, the work per agent, the work on one file. */
export function lowerBound({ before, seconds, files, agents }: Work): number {
  const ends: number[] = []
  before.forEach((dependencies, i) => {
    ends[i] = seconds[i]! + Math.max(0, ...dependencies.map((d) => ends[d]!))
  })
  const onFile: number[] = []
  files.forEach((own, i) =>
    own.forEach((file) => (onFile[file] = (onFile[file] ?? 0) + seconds[i]!)),
  )
  const total = seconds.reduce((a, b) => a + b, 0)
  return Math.max(total / agents, ...ends, ...onFile.filter((sum) => sum > 0))
}

/** Whatever comes first in the plan and may start, starts. */
export const inPlanOrder = (work: Work): number => makespan(work, () => 0)

/** The same, but a level starts only when the level before it is over. */
export function inBatches(work: Work): number {
  const levels: number[] = []
  work.before.forEach((dependencies, i) => {
    levels[i] = Math.max(0, ...dependencies.map((d) => levels[d]! + 1))
  })
  return makespan(work, (i) => levels[i]!)
}

/** Tasks of a level wait until all of lower levels are over; with one level there is no waiting. */
function makespan(
  { before, seconds, files, agents }: Work,
  levelOf: (i: number) => number,
): number {
  const waiting = new Set(seconds.keys())
  const running = new Map<number, number>()
  const over = new Set<number>()
  let now = 0
  while (waiting.size + running.size > 0) {
    const level = Math.min(...[...waiting, ...running.keys()].map(levelOf))
    const busy = new Set([...running.keys()].flatMap((i) => files[i]!))
    for (const i of waiting) {
      if (running.size === agents) break
      if (levelOf(i) > level || files[i]!.some((file) => busy.has(file))) continue
      if (!before[i]!.every((d) => over.has(d))) continue
      waiting.delete(i)
      running.set(i, now + seconds[i]!)
      files[i]!.forEach((file) => busy.add(file))
    }
    now = Math.min(...running.values())
    for (const [i, end] of running) if (end === now && running.delete(i)) over.add(i)
  }
  return now
}
