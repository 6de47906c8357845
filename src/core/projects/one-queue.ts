/** What needs a person in many projects, as one queue for programs: on the command line and in the API. */
import type { Attention } from '../report/attention.ts'
import { attentionDocument, type NeedDocument } from '../report/attention-document.ts'
import type { Run } from '../run/run.ts'
import type { WaitingRun } from '../report/waiting-run.ts'
import { shellWord } from '../text/command-line.ts'

export interface ProjectQueue {
  readonly project: { readonly id: string; readonly root: string }
  readonly run: Run
  readonly needs: readonly Attention[]
  /** Other recent runs of the project that need decisions. */
  readonly waiting: readonly WaitingRun[]
}

/** A need, and where it is. */
export interface PlacedNeed extends NeedDocument {
  readonly project: string
  readonly run: string
}

/** What is urgent comes first, and then what has waited longest. Each command changes to the folder of its project first. */
export const oneQueue = (queues: readonly ProjectQueue[], now: number): readonly PlacedNeed[] =>
  queues
    .flatMap((queue) => placedNeeds(queue, now, typedIn(queue.project.root)))
    .toSorted((a, b) => Number(b.urgent) - Number(a.urgent) || a.since.localeCompare(b.since))

/** lines: rewrites the commands. */
export const placedNeeds = (
  { project, run, needs }: Omit<ProjectQueue, 'waiting'>,
  now: number,
  lines: (text: string) => string = (text) => text,
): readonly PlacedNeed[] =>
  attentionDocument(run, needs, now, lines).map((need) => ({
    ...need,
    project: project.id,
    run: run.id,
  }))

/** A waiting run, and where it is. */
export interface PlacedRun extends WaitingRun {
  readonly project: string
}

/** Each command changes to the folder of its project first. */
export const waitingInAll = (queues: readonly ProjectQueue[]): readonly PlacedRun[] =>
  queues.flatMap(({ project, waiting }) =>
    waiting.map((run) => ({
      ...run,
      project: project.id,
      command: typedIn(project.root)(run.command),
    })),
  )

const typedIn =
  (folder: string) =>
  (text: string): string =>
    text.replace(/^conductor /, `cd ${shellWord(folder)} && conductor `)
