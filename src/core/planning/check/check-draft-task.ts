/** Checks one task of a model's answer by itself, before its place among the others is known. */
import type { Priority } from '../../plan/plan.ts'
import { formatDuration, LONGEST_DURATION } from '../../value/duration.ts'
import { fieldOf, isAnswer, lineIn, listIn, textIn, type Answer } from './answer-fields.ts'
import { readEstimate, SIZES } from './draft-estimate.ts'
import { cleanFiles } from './draft-files.ts'
import { readPriority } from './draft-priority.ts'
import { cutText } from './draft-text.ts'
import { flagTask } from '../flags/flag-task.ts'
import type { TaskFlag } from '../../plan/plan.ts'
import type { DraftFlag, DraftTask } from '../plan-draft.ts'
import type { SensitiveAreas } from '../flags/sensitive-areas.ts'

/** A task without the parts that depend on other tasks. */
export interface SaidTask {
  /** As the answer calls it; empty: it has no id. */
  readonly saidId: string
  readonly task: Omit<DraftTask, 'id' | 'dependencies'>
  readonly dependencies: readonly unknown[]
  readonly repaired: readonly string[]
}

export type CheckedTask =
  | { readonly ok: true; readonly task: SaidTask }
  | { readonly ok: false; readonly problems: readonly string[] }

const LONGEST_PROMPT = 20_000

export function checkDraftTask(entry: unknown, index: number, areas: SensitiveAreas): CheckedTask {
  if (!isAnswer(entry)) return { ok: false, problems: [`Task ${index + 1} is no object.`] }
  const saidId = lineIn(fieldOf(entry, 'id', 'task_id', 'key'), 200)
  const prompt = textIn(fieldOf(entry, 'prompt', 'description', 'instructions', 'details'))
  const name = nameOf(entry, prompt)
  const called = `Task ${saidId === '' ? `${index + 1}` : `"${saidId}"`}`
  if (prompt === '') return { ok: false, problems: [`${called} has no prompt.`] }
  const priority = priorityOf(entry, called)
  const estimate = estimateOf(entry, called)
  const files = cleanFiles(listIn(fieldOf(entry, 'files', 'predicted_files', 'file_globs')))
  const flags = flagsOf(entry, called)
  const own = flagTask(`${name}\n${prompt}`, files.files, areas)
  return {
    ok: true,
    task: {
      saidId,
      dependencies: listIn(fieldOf(entry, 'dependencies', 'depends_on', 'after', 'blocked_by')),
      task: {
        name,
        prompt: cutText(prompt, LONGEST_PROMPT),
        priority: priority.priority,
        estimateSeconds: estimate.seconds,
        files: files.files,
        epic: lineIn(fieldOf(entry, 'epic'), 60) || null,
        domain: lineIn(fieldOf(entry, 'domain', 'area'), 40) || null,
        flags: withoutDoubles([...flags.flags, ...own]),
        issue: issueOf(fieldOf(entry, 'issue', 'issue_number')),
      },
      repaired: [
        ...priority.repaired,
        ...estimate.repaired,
        ...files.dropped.map((why) => `${called}: ${why}, so it is left out of its files.`),
        ...flags.repaired,
        ...(prompt.length > LONGEST_PROMPT
          ? [`${called} had a prompt of ${prompt.length} characters; its end is cut.`]
          : []),
      ],
    },
  }
}

const LONGEST_NAME = 100

const nameOf = (entry: Answer, prompt: string): string =>
  lineIn(fieldOf(entry, 'name', 'title', 'summary'), LONGEST_NAME) ||
  lineIn(prompt.split('\n')[0]!, LONGEST_NAME) ||
  'Task'

interface Read<T> {
  readonly repaired: readonly string[]
  readonly value?: T
}

function priorityOf(entry: Answer, called: string): Read<never> & { readonly priority: Priority } {
  const value = fieldOf(entry, 'priority')
  if (value === undefined) return { priority: 3, repaired: [] }
  const read = readPriority(value)
  if (read?.isSaid) return { priority: read.priority, repaired: [] }
  const priority = read?.priority ?? 3
  return {
    priority,
    repaired: [`${called} has the priority ${shown(value)}; it counts as ${priority}.`],
  }
}

/** Nothing that an agent does is over sooner. */
const SHORTEST_SECONDS = 30

function estimateOf(entry: Answer, called: string): Read<never> & { readonly seconds: number } {
  const estimate = saidEstimate(entry)
  const seconds = estimate.seconds
  if (estimate.value === undefined) return { seconds: SIZES.medium, repaired: [] }
  const clamped = withinReason(seconds)
  if (clamped === seconds) return { seconds, repaired: [] }
  const how = `${called} has the estimate ${shown(estimate.value)}; it counts as ${formatDuration(clamped)}.`
  return { seconds: clamped, repaired: [how] }
}

/** What cannot be meant is replaced by a usual time; a time that is only too long or too short, by the nearest. */
function withinReason(seconds: number | null): number {
  if (seconds === null || seconds <= 0 || seconds > LONGEST_DURATION) return SIZES.medium
  return Math.max(SHORTEST_SECONDS, Math.round(seconds))
}

function saidEstimate(entry: Answer): { readonly value: unknown; readonly seconds: number | null } {
  for (const [key, unit] of ESTIMATE_KEYS) {
    const value = fieldOf(entry, key)
    const seconds = readEstimate(value)
    const isBare = typeof value === 'number'
    if (value !== undefined)
      return { value, seconds: seconds === null || !isBare ? seconds : seconds * unit }
  }
  return { value: undefined, seconds: null }
}

/** With the seconds that a bare number means. */
const ESTIMATE_KEYS: readonly (readonly [string, number])[] = [
  ['estimate_seconds', 1],
  ['estimate_minutes', 60],
  ['estimated_minutes', 60],
  ['estimate_hours', 3600],
  ['estimated_hours', 3600],
  ['estimate', 1],
  ['estimated_duration', 1],
  ['duration', 1],
  ['estimated_effort', 1],
  ['effort', 1],
  ['size', 1],
]

const FLAGS: ReadonlyMap<string, TaskFlag> = new Map(
  Object.entries({
    not_ready: 'not_ready',
    unready: 'not_ready',
    unclear: 'not_ready',
    needs_design: 'needs_design',
    design: 'needs_design',
    needs_discussion: 'needs_design',
    sensitive: 'sensitive',
    security: 'sensitive',
  } satisfies Record<string, TaskFlag>),
)

function flagsOf(
  entry: Answer,
  called: string,
): Read<never> & { readonly flags: readonly DraftFlag[] } {
  const flags: DraftFlag[] = []
  const repaired: string[] = []
  for (const item of listIn(fieldOf(entry, 'flags'))) {
    const word = lineIn(isAnswer(item) ? fieldOf(item, 'flag', 'name', 'type') : item, 40)
    const flag = FLAGS.get(word.toLowerCase().replaceAll(/[\s-]+/g, '_'))
    const why = isAnswer(item) ? lineIn(fieldOf(item, 'why', 'reason'), 300) : ''
    if (flag !== undefined) flags.push({ flag, why: why || 'The planner says so.' })
    else
      repaired.push(`${called} has the flag ${shown(word)}, which we do not know; it is left out.`)
  }
  return { flags, repaired }
}

const withoutDoubles = (flags: readonly DraftFlag[]): readonly DraftFlag[] =>
  flags.filter(({ flag }, i) => flags.findIndex((other) => other.flag === flag) === i)

function issueOf(said: unknown): number | null {
  const number = typeof said === 'string' ? Number(/^#?(\d+)$/.exec(said.trim())?.[1]) : said
  return Number.isSafeInteger(number) && (number as number) >= 1 ? (number as number) : null
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return `"${cutText(lineIn(text) || 'nothing', 60)}"`
}
