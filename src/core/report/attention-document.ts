/** What needs a person, for programs: the same document on the command line, for MCP clients and in the API. */
import type { PermissionRequest } from '../agent/sign.ts'
import { attentionOf, isUrgent, type Attention } from './attention.ts'
import { stateOf, taskOf, type Run } from '../run/run.ts'
import { sayAttention, sayInFull, waysOf } from '../say/say-attention.ts'

/** A process that conducts and is stopped (SIGSTOP), since when. */
export interface Frozen {
  readonly pid: number
  readonly since: number
}

/** Facts that no event records. */
export interface Conducted {
  readonly isConducted: boolean
  /** Absent: its coordinator is not frozen. */
  readonly frozen?: Frozen | null
}

export interface Watch extends Conducted {
  readonly now: number
}

/** Without a coordinator nothing is known about the working tasks any more; hindrances from before stay in the list. */
export function attentionFor(run: Run, { now, isConducted, frozen }: Watch): readonly Attention[] {
  const items = attentionOf(run, now)
  if (!isConducted) return items.filter((item) => isKnown(run, item)).map(letGo)
  if (frozen == null) return items
  return [{ kind: 'frozen', task: null, ...frozen }, ...items]
}

const isKnown = (run: Run, { task, kind }: Attention): boolean =>
  task === null ? kind !== 'paused-run' : stateOf(run, task).is !== 'working'

const letGo = (item: Attention): Attention =>
  item.kind === 'hindered' ? { ...item, isLetGo: true } : item

export type NeedDocument = ReturnType<typeof attentionDocument>[number]

/** lines: rewrites the commands so that they name this run. */
export const attentionDocument = (
  run: Run,
  items: readonly Attention[],
  now: number,
  lines: (text: string) => string = (text) => text,
) =>
  items.map((item) => ({
    key: keyOf(run, item),
    kind: item.kind,
    urgent: isUrgent(item),
    task: item.task,
    issue: item.task === null ? null : taskOf(run, item.task).issue,
    title: item.task === null ? null : taskOf(run, item.task).name,
    since: new Date(item.since).toISOString(),
    age_s: secondsSince(item, now),
    what: sayAttention(item, now),
    details: sayInFull(run, item),
    ways: waysOf(item).map(({ command, does }) => ({ command: lines(command), does: lines(does) })),
    question: item.kind === 'question' ? item.question : null,
    requests: item.kind === 'permission' ? item.requests.map(requestOf) : null,
  }))

const requestOf = ({ input, ...request }: PermissionRequest) => ({
  ...request,
  input: input ?? null,
})

/** Equal as long as it is about the same need. */
const keyOf = (run: Run, item: Attention): string => {
  const { task, kind } = item
  if (item.kind === 'paused-batch') return `batch/${item.batch + 1}/${kind}`
  if (item.kind === 'branch-moved') return `branch/${item.move.branch}/${kind}/${item.move.to}`
  const attempts = task === null ? 0 : (run.attemptsOf.get(task)?.length ?? 0)
  return `${task ?? 'run'}/${attempts}/${kind}`
}

export const secondsSince = ({ since }: Attention, now: number): number =>
  Math.max(0, Math.floor((now - since) / 1000))
