/** What needs a person in many projects, as one queue for programs: on the command line and in the API. */
import type { Attention } from '../report/attention.ts'
import { attentionDocument, type NeedDocument } from '../report/attention-document.ts'
import type { Run } from '../run/run.ts'
import { shellWord } from '../text/command-line.ts'

export interface ProjectQueue {
  readonly project: { readonly id: string; readonly root: string }
  readonly run: Run
  readonly needs: readonly Attention[]
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
  { project, run, needs }: ProjectQueue,
  now: number,
  lines: (text: string) => string = (text) => text,
): readonly PlacedNeed[] =>
  attentionDocument(run, needs, now, lines).map((need) => ({
    ...need,
    project: project.id,
    run: run.id,
  }))

const typedIn =
  (folder: string) =>
  (text: string): string =>
    text.replace(/^conductor /, `cd ${shellWord(folder)} && conductor `)
