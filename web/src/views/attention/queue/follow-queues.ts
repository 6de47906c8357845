/** Follows the runs of other projects in which something needs the user, each over a live socket of its own. */
import {
  needsInQueue,
  type ProjectDocument,
} from '../../../../../src/core/projects/project-document.ts'
import { noteProject } from '../../../data/api/project.ts'
import { openLiveRun, type LiveRun } from '../../../data/live/live-run.ts'
import { pageAround, whenSeen } from '../../../data/live/page-around.ts'
import { shownOf } from '../../../data/live/shown-run.tsx'
import { openSocketLine } from '../../../data/live/socket-line.ts'
import { addressOf } from '../../../data/live/use-projects.ts'
import type { Queue } from './queue.ts'

export interface FollowedQueues {
  /** Follows these projects, and no others. */
  follow(projects: readonly ProjectDocument[]): void
  queues(): readonly Queue[]
  subscribe(listener: () => void): () => void
}

/** Milliseconds. Many events at once are one change; some needs come with the clock, without an event. */
const PAUSE = 200
const LOOK_EVERY = 5000

interface Followed {
  readonly project: ProjectDocument
  readonly live: LiveRun
  leave(): void
}

export function followQueues(
  open: (project: ProjectDocument) => LiveRun = openProject,
): FollowedQueues {
  const followed = new Map<string, Followed>()
  const listeners = new Set<() => void>()
  let queues: readonly Queue[] = []
  let soon: ReturnType<typeof setTimeout> | undefined
  let clock: ReturnType<typeof setInterval> | undefined
  return {
    follow(projects) {
      const wanted = new Map(projects.map((project) => [project.id, project]))
      for (const [id, one] of followed) if (!wanted.has(id)) leave(id, one)
      for (const [id, project] of wanted) if (!followed.has(id)) begin(project)
      clearInterval(clock)
      clock = followed.size === 0 ? undefined : setInterval(look, LOOK_EVERY)
    },
    queues: () => queues,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  function begin(project: ProjectDocument): void {
    const live = open(project)
    const unsubscribe = live.subscribe(() => (soon ??= setTimeout(look, PAUSE)))
    const leave = (): void => {
      unsubscribe()
      live.close()
    }
    followed.set(project.id, { project, live, leave })
  }

  function leave(id: string, one: Followed): void {
    followed.delete(id)
    one.leave()
    soon ??= setTimeout(look, PAUSE)
  }

  function look(): void {
    clearTimeout(soon)
    soon = undefined
    queues = [...followed.values()].flatMap(({ project, live }) => queueOf(project, live) ?? [])
    for (const listener of listeners) listener()
  }
}

const openProject = (project: ProjectDocument): LiveRun =>
  openLiveRun(openSocketLine(pageAround(addressOf(project))), whenSeen)

/** null: the run has not come yet. */
function queueOf(project: ProjectDocument, live: LiveRun): Queue | null {
  const shown = shownOf(live.view())
  if (shown === null) return null
  const { run, conducted, frozen, now } = shown
  noteProject(run, addressOf(project))
  return { project, shown, needs: needsInQueue(run, now(), { isConducted: conducted, frozen }) }
}
