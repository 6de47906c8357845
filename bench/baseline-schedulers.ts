/** Two simple schedulers to compare ours with. They share no code with src/core. */

export interface Work {
  /** What each task comes after, by number. */
  readonly before: readonly (readonly number[])[]
  readonly seconds: readonly number[]
  /** The numbers of the files of each task: tasks with a file in common never run at once. */
  readonly files: readonly (readonly number[])[]
  readonly agents: number
}

/**
 * A bound that no schedule can beat: the longest chain, the work per agent, and the work on one file with the least
 * that must come before and after it. Where all tasks must pass through one, the parts before it, the task itself and
 * the part after it are bounded one by one.
 */
export function lowerBound(work: Work): number {
  const parts = Object.values(Object.groupBy(work.seconds.keys(), sectionOf(work)))
  return parts.reduce((sum, tasks) => sum + simpleBound(only(work, tasks!)), 0)
}

function simpleBound({ before, seconds, files, agents }: Work): number {
  const heads = seconds.map(() => 0)
  before.forEach((dependencies, i) => {
    heads[i] = Math.max(0, ...dependencies.map((d) => heads[d]! + seconds[d]!))
  })
  const tails = seconds.map(() => 0)
  for (const i of [...seconds.keys()].toReversed())
    for (const d of before[i]!) tails[d] = Math.max(tails[d]!, tails[i]! + seconds[i]!)
  const tasksOn = Map.groupBy(
    files.flatMap((own, task) => own.map((file) => ({ file, task }))),
    ({ file }) => file,
  )
  const onFiles = [...tasksOn.values()].map((entries) => {
    const least = (of: readonly number[]) => Math.min(...entries.map(({ task }) => of[task]!))
    const work = entries.reduce((sum, { task }) => sum + seconds[task]!, 0)
    return least(heads) + work + least(tails)
  })
  const chains = seconds.map((own, i) => heads[i]! + own)
  const total = seconds.reduce((a, b) => a + b, 0)
  return Math.max(total / agents, ...chains, ...onFiles)
}

/** A gate is a task that is before or after every other; it is a section of its own. */
function sectionOf({ before }: Work): (task: number) => number {
  const ancestors = before.map(() => new Set<number>())
  before.forEach((dependencies, i) => {
    for (const d of dependencies) {
      ancestors[i]!.add(d)
      ancestors[d]!.forEach((above) => ancestors[i]!.add(above))
    }
  })
  const below = before.map(() => 0)
  ancestors.forEach((above) => above.forEach((i) => below[i]!++))
  const others = before.length - 1
  const isGate = before.map((_, i) => others === ancestors[i]!.size + below[i]!)
  return (task) => {
    const passed = [...ancestors[task]!].filter((i) => isGate[i]).length
    return 2 * passed + (isGate[task] ? 1 : 0)
  }
}

function only(work: Work, tasks: readonly number[]): Work {
  const places = new Map(tasks.map((task, place) => [task, place]))
  return {
    agents: work.agents,
    seconds: tasks.map((task) => work.seconds[task]!),
    files: tasks.map((task) => work.files[task]!),
    before: tasks.map((task) =>
      work.before[task]!.flatMap((d) => (places.has(d) ? [places.get(d)!] : [])),
    ),
  }
}

/** Starts whichever task comes first in the plan and may start. */
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
