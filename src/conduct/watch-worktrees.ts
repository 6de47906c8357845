/** L8: watches what working attempts change, and which of them would collide, before either lands. */
import type { Fact } from '../core/run/event.ts'
import type { LaneName, TaskId } from '../core/value/ids.ts'
import {
  indexOf,
  stateOf,
  type Collision,
  type LaneWorktree,
  type Run,
  type Touched,
} from '../core/run/run.ts'
import type { Tell } from './recorder.ts'
import type { Lookout, Sighting } from './worktree-ports.ts'

export interface WorktreeWatch {
  look(): Promise<void>
}

export function watchWorktrees(run: Run, lookout: Lookout, tell: Tell): WorktreeWatch {
  const reported = new Set<string>()

  return {
    async look() {
      const open = openWorktrees(run)
      if (open.length === 0) return
      const sighting = await lookout.look(open)
      await tell(() => newsIn(sighting))
    },
  }

  function newsIn({ touched, collisions, outside }: Sighting): readonly Fact[] {
    const tasks = new Map(openWorktrees(run).map(({ lane, task }) => [lane, task]))
    return [
      ...[...touched].flatMap(([lane, seen]) => touchedNews(tasks.get(lane), seen)),
      ...collisionNews(collisions.flatMap((seen) => collisionOf(run, seen, tasks))),
      ...outside.filter((what) => !reported.has(what)).map(note),
    ]
  }

  function touchedNews(
    task: TaskId | undefined,
    { files, ...changes }: Touched['changes'] & Pick<Touched, 'files'>,
  ): readonly Fact[] {
    if (task === undefined) return []
    const now = { files: files.slice(0, MOST_FILES), changes }
    const recorded = run.touched.get(task)
    const isNews = JSON.stringify(recorded) !== JSON.stringify(now)
    return isNews ? [{ type: 'files-touched', task, ...now }] : []
  }

  function collisionNews(seen: readonly Collision[]): readonly Fact[] {
    const recorded = [...run.collisions.values()]
    const newCollisions = seen.filter((one) => !recorded.some((other) => isSame(one, other)))
    const gone = recorded.filter((one) => !seen.some((other) => isSamePair(one, other)))
    return [
      ...newCollisions.map((collision): Fact => ({ type: 'collision-found', ...collision })),
      ...gone.map(({ tasks }): Fact => ({ type: 'collision-gone', tasks })),
    ]
  }

  function note(what: string): Fact {
    reported.add(what)
    return { type: 'noticed', about: null, what }
  }
}

/** A task that reformats everything must not block the whole plan. */
const MOST_FILES = 200

const openWorktrees = (run: Run): readonly LaneWorktree[] =>
  [...run.worktrees.values()].filter(
    ({ isOpen, task }) => isOpen && stateOf(run, task).is === 'working',
  )

/** The two tasks stand in plan order, whichever of them got its worktree first. */
function collisionOf(
  run: Run,
  { lanes: [a, b], files }: Sighting['collisions'][number],
  tasks: ReadonlyMap<LaneName, TaskId>,
): readonly Collision[] {
  const [one, other] = [tasks.get(a), tasks.get(b)]
  if (one === undefined || other === undefined) return []
  return [{ tasks: indexOf(run, one) < indexOf(run, other) ? [one, other] : [other, one], files }]
}

const isSamePair = (a: Collision, b: Collision): boolean =>
  a.tasks.every((task) => b.tasks.includes(task))

const isSame = (a: Collision, b: Collision): boolean =>
  isSamePair(a, b) && JSON.stringify(a.files) === JSON.stringify(b.files)
