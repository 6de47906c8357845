/** The queues of several projects as one: what is in it, by project, and in which order. */
import type { ProjectDocument } from '../../../../../src/core/projects/project-document.ts'
import type { Attention } from '../../../../../src/core/report/attention.ts'
import type { ShownRun } from '../../../data/live/shown-run.tsx'
import { needName } from '../needs.ts'

export interface Queue {
  /** null: the project of this page. */
  readonly project: ProjectDocument | null
  readonly shown: ShownRun
  readonly needs: readonly Attention[]
}

export interface QueuedNeed {
  readonly need: Attention
  readonly queue: Queue
  /** Stays the same for as long as the need is the same; unique over all projects. */
  readonly name: string
}

/** The need that has waited longest comes first. */
export const inOneQueue = (queues: readonly Queue[]): readonly QueuedNeed[] =>
  queues
    .flatMap((queue) => queue.needs.map((need) => ({ need, queue, name: nameOf(queue, need) })))
    .toSorted((a, b) => a.need.since - b.need.since)

const nameOf = ({ project }: Queue, need: Attention): string =>
  project === null ? needName(need) : `${project.id}: ${needName(need)}`

/** Whether the queue of each project in which something needs the user has come; one that cannot be read never does. */
export const haveCome = (
  waiting: readonly Pick<ProjectDocument, 'id' | 'state'>[],
  queues: readonly Queue[],
): boolean =>
  waiting.every(
    ({ id, state }) => state !== 'ok' || queues.some(({ project }) => project?.id === id),
  )
