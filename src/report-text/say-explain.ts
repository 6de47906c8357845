/** Everything known about one task: how it stands and why, where its work is, what a person can do about it. */
import { nameInLine } from '../core/text/name-in-line.ts'
import { sayEstimateAndSource } from '../core/say/say-time-left.ts'
import { attentionOf } from '../core/report/attention.ts'
import { conductorLine, sayWays } from '../core/text/command-line.ts'
import { formatAge, formatDuration } from '../core/value/duration.ts'
import type { Conflict, Delivery } from '../core/landing/delivery.ts'
import type { TaskId } from '../core/value/ids.ts'
import { laneOf } from '../core/plan/lanes.ts'
import { formatSpent, formatUsd } from '../core/value/money.ts'
import type { Task } from '../core/plan/plan.ts'
import { qualityOf } from '../core/report/quality.ts'
import {
  chainBehind,
  collisionsOf,
  deliveryOf,
  stateOf,
  taskOf,
  urgencyOf,
  type Run,
} from '../core/run/run.ts'
import { sayCount } from '../core/say/say-count.ts'
import { sayInFull, waysOf } from '../core/say/say-attention.ts'
import { firstFew } from '../core/say/say-wait.ts'
import { taskSpending } from '../core/report/spending.ts'
import { sayStanding, standingOf, type Sight } from '../core/report/task-standing.ts'
import { formatTokens } from '../core/agent/usage.ts'
import { explainQuality } from './say-quality.ts'
import { label } from './label.ts'
import type { ReportOptions } from './report-options.ts'

/** folder: the worktree with its work; null: the work is only on its branch. */
interface Explained extends Pick<ReportOptions, 'now' | 'isConducted'> {
  readonly folder: string | null
}

export function explainTask(run: Run, id: TaskId, { now, isConducted, folder }: Explained): string {
  const task = taskOf(run, id)
  const quality = qualityOf(run, id)
  const facts: readonly (readonly [string, string])[] = [
    ['state', sayState(run, id, { now, isConducted })],
    ['work', sayWork(task)],
    ['blocked by', task.dependencies.join(', ') || 'nothing'],
    [
      'blocks',
      run.plan.tasks
        .filter((t) => t.dependencies.includes(id))
        .map((t) => t.id)
        .join(', ') || 'nothing',
    ],
    ['priority', sayPriority(run, task)],
    ['estimate', sayEstimateAndSource(task.estimate)],
    ['chain after it', formatDuration(chainBehind(run, id))],
    ['files', task.files.join(', ') || 'none predicted'],
    ['attempts', String(run.attemptsOf.get(id)?.length ?? 0)],
    ...spentOn(run, task),
    ...placeOf(run, task, folder),
  ]
  return [
    `${label(task)} - ${nameInLine(task.name)}`,
    '',
    ...facts.map(([name, value]) => `  ${name.padEnd(17)}${value.replaceAll('\n', `\n${INDENT}`)}`),
    ...(quality === null ? [] : explainQuality(quality)),
    ...sayNeeds(run, id, now),
  ].join('\n')
}

const INDENT = ' '.repeat(19)
const MOST_LINES = 5

/** The whole of a long prompt is one command away. */
function sayWork({ id, work }: Task): string {
  const lines = (work.is === 'command' ? work.line : work.text).trimEnd().split('\n')
  const more = lines.length - MOST_LINES
  if (more <= 1) return lines.join('\n')
  const rest = work.is === 'prompt' ? `: ${conductorLine('prompt', id)}` : ''
  return [...lines.slice(0, MOST_LINES), `(${more} more lines${rest})`].join('\n')
}

function spentOn(run: Run, task: Task): readonly (readonly [string, string])[] {
  const { cost_usd, estimated_usd, tokens, model } = taskSpending(run, task.id)
  const isSpoken = task.work.is === 'prompt' || tokens > 0
  if (!isSpoken || run.attemptsOf.get(task.id) === undefined) return []
  const limit = task.budgetUsd === null ? '' : ` of ${formatUsd(task.budgetUsd)}`
  const cost =
    cost_usd === null
      ? `not known${limit}`
      : formatSpent({ spentUsd: cost_usd, estimatedUsd: estimated_usd, limitUsd: task.budgetUsd })
  const by = model === null ? '' : `, ${model}`
  return [['cost', `${cost}, ${formatTokens(tokens)} tokens${by}`]]
}

/** Where the work of the task is, and with which tasks it will collide. */
function placeOf(
  run: Run,
  task: Task,
  folder: string | null,
): readonly (readonly [string, string])[] {
  const worktree = run.worktrees.get(laneOf(task))
  const delivery = deliveryOf(run, task.id)
  const collisions = collisionsOf(run, task.id).map(
    ({ tasks, files }) =>
      [
        'will collide',
        `with ${tasks.find((other) => other !== task.id)!} in ${firstFew(files)}`,
      ] as const,
  )
  return [
    ...(worktree === undefined
      ? []
      : ([
          [
            'worktree',
            folder ?? `gone; ${conductorLine('worktrees open', task.id)} makes it again`,
          ],
          ['branch', worktree.branch],
        ] as const)),
    ...(delivery === null ? [] : [['delivered', sayDelivery(delivery)] as const]),
    ...collisions,
  ]
}

function sayDelivery({ commit, changes, leftover }: Delivery): string {
  const { filesCreated, filesChanged, linesAdded, linesDeleted } = changes
  const files = sayCount(filesCreated + filesChanged, 'file')
  const by = leftover ? '; committed by Conductor' : ''
  return `${commit.slice(0, 9)}: ${files} (+${linesAdded}, -${linesDeleted})${by}`
}

/** L4: for a conflict a person gets the files with their three versions; for every need, the commands to type. */
function sayNeeds(run: Run, id: TaskId, now: number): readonly string[] {
  const needs = attentionOf(run, now).filter(({ task }) => task === id)
  const state = stateOf(run, id)
  return needs.flatMap((need) => {
    const isConflict = state.is === 'review' && state.trouble.is === 'conflict'
    const facts = isConflict ? state.trouble.files.flatMap(sayConflict) : sayInFull(run, need)
    const ways = waysOf(need).filter(({ command }) => command !== conductorLine('explain', id))
    return ['', ...[...facts, ...sayWays(ways)].map((line) => `  ${line}`)]
  })
}

function sayConflict({ path, kind, base, target, task }: Conflict): readonly string[] {
  const versions = [
    ['before both', base],
    ['in the target', target],
    ['of this task', task],
  ] as const
  return [
    `${nameInLine(path)} (${kind})`,
    ...versions.map(
      ([who, blob]) =>
        `  ${who.padEnd(14)}${blob === null ? 'not there' : `git show ${blob.slice(0, 12)}`}`,
    ),
  ]
}

function sayPriority(run: Run, task: Task): string {
  const inherited = urgencyOf(run, task.id)
  return inherited < task.priority
    ? `${task.priority}, but as urgent as ${inherited}, for a task that depends on it`
    : String(task.priority)
}

function sayState(run: Run, id: TaskId, sight: Sight): string {
  const standing = standingOf(run, id, sight)
  const { tone, word, says, since, worker } = standing
  if (tone !== 'busy') return sayStanding(standing)
  const head = `${word} for ${formatAge(since, sight.now)}${worker === null ? '' : ` (agent ${worker})`}`
  return says === '' ? head : `${head}: ${says}`
}
