/** What needs a person, in words: the same in status, in the live view and in notifications. */
import type { Attention, AttentionKind } from '../report/attention.ts'
import { isKeptHere } from '../forge/lane-pull.ts'
import { conductorLine, type Way } from '../text/command-line.ts'
import type { TaskId } from '../value/ids.ts'
import { formatSpent, formatUsd, sayEstimated } from '../value/money.ts'
import type { Task } from '../plan/plan.ts'
import { taskOf, type Run } from '../run/run.ts'
import { sayMove, waysWithMove } from './landing/say-branch-move.ts'
import { sayCount } from './say-count.ts'
import { sayPullState } from './pulls/say-pull.ts'
import { sayPullInFull, sayStepHere } from './pulls/say-pull-step.ts'
import { reviewWays } from './pulls/say-review.ts'
import { sayFailure, sayStoppedCoordinator } from './say-failure.ts'
import { hintFor } from './say-hindrance-hint.ts'
import { sayHindrance } from './say-hindrance.ts'
import { letGoOn, sayCondition, sayDecision } from './say-stuck.ts'
import { sayTroubleInFull } from './landing/say-trouble-in-full.ts'
import { sayTrouble } from './landing/say-trouble.ts'
import { waysOut } from './landing/ways-out.ts'
import { firstFew } from './say-wait.ts'
import type { PermissionRequest, Question } from '../agent/sign.ts'

/** Headings in lists, in capital letters. */
export const KIND_WORDS: Readonly<Record<AttentionKind, string>> = {
  frozen: 'FROZEN',
  hindered: 'MACHINE',
  permission: 'PERMISSION',
  question: 'QUESTION',
  budget: 'BUDGET',
  conflict: 'CONFLICT',
  'red-check': 'RED CHECK',
  broken: 'BROKEN',
  'left-target': 'TAKEN OUT',
  unasked: 'UNASKED',
  'task-failed': 'FAILED',
  forge: 'NOT PUBLISHED',
  'pull-stuck': 'PR STUCK',
  review: 'REVIEW',
  'pull-ready': 'PR READY',
  'needs-human': 'APPROVAL',
  'paused-run': 'PAUSED',
  'paused-batch': 'PAUSED BATCH',
  'branch-moved': 'MOVED BRANCH',
  'rate-limited': 'RATE LIMIT',
  stale: 'NO SIGN OF LIFE',
  looping: 'LOOPING',
  silent: 'SILENT',
  'over-time': 'OVER TIME',
}

/** In one line. The words for an urgent need stay the same for as long as it stands. */
export function sayAttention(item: Attention, now: number): string {
  switch (item.kind) {
    case 'permission':
      return `waits for your permission: ${item.requests.map(sayRequest).join('; ')}`
    case 'question':
      return `asks: ${item.question.decision}`
    case 'budget':
      return `${item.of === 'run' ? 'the run' : 'it'} has used up its budget of ${formatUsd(item.limitUsd)}${sayEstimated(item)}`
    case 'conflict':
    case 'red-check':
    case 'broken':
    case 'left-target':
    case 'unasked':
    case 'review':
      return sayTrouble(item.trouble)
    case 'task-failed':
      return `failed: ${sayFailure(item.failure)}${sayBehind(item.behind.length)}`
    case 'needs-human':
      return 'needs your approval to start'
    case 'frozen':
      return `${sayStoppedCoordinator(item.pid)}, so the run does nothing`
    case 'hindered':
      return item.isLetGo
        ? `${sayHindrance(item.hindrance)}, so the run stopped`
        : `${sayHindrance(item.hindrance)}; nothing new starts, and Conductor keeps retrying`
    case 'paused-run':
      return 'the run is paused, and no task is working'
    case 'paused-batch':
      return `batch ${item.batch + 1} is paused, and nothing else can run`
    case 'forge':
      return `nothing can be published: ${item.problem.message}`
    case 'pull-ready':
    case 'pull-stuck':
      return sayPullState(item.pull)
    case 'branch-moved':
      return sayMove(item.move)
    case 'rate-limited':
    case 'stale':
    case 'looping':
    case 'silent':
    case 'over-time':
      return sayCondition(item.condition, now) ?? ''
  }
}

const sayBehind = (count: number): string =>
  count === 0
    ? ''
    : `; ${sayCount(count, 'dependent task')} ${count === 1 ? 'was' : 'were'} skipped`

const sayRequest = ({ tool, what }: PermissionRequest): string => `${tool} ${what}`.trim()

const MOST_LINES = 20

/** The lines of the input, unless they repeat the summary. */
function moreOf({ what, input }: PermissionRequest): readonly string[] {
  if (input === undefined || input.text === what) return []
  const lines = input.text.split('\n')
  const left = lines.length - MOST_LINES
  return [
    ...lines.slice(0, MOST_LINES).map((line) => `  ${line}`),
    ...(left > 0 ? [`  … ${sayCount(left, 'more line')}`] : []),
  ]
}

/** Everything a person has to know to decide. */
export function sayInFull(run: Run, item: Attention): readonly string[] {
  switch (item.kind) {
    case 'permission':
      return item.requests.flatMap((request) => [
        `Wants: ${sayRequest(request)}`,
        ...moreOf(request),
      ])
    case 'question':
      return sayQuestion(taskOf(run, item.task!), item.worker, item.question)
    case 'budget':
      return [`Spent: ${formatSpent(item)}`]
    case 'conflict':
    case 'red-check':
    case 'broken':
    case 'left-target':
    case 'unasked':
    case 'review':
      return sayTroubleInFull(item.trouble)
    case 'task-failed':
      return [
        ...item.lastLines.filter((line) => line.trim() !== '').slice(-5),
        ...(item.behind.length === 0 ? [] : [`Skipped: ${firstFew(item.behind)}`]),
      ]
    case 'hindered':
      return [`Details: ${item.hindrance.detail}`, `What helps: ${hintFor(item.hindrance)}`]
    case 'paused-batch':
      return [`Held: ${sayCount(item.held, 'task')}`]
    case 'forge':
      return [`What helps: ${item.problem.hint}`]
    case 'pull-ready':
    case 'pull-stuck':
      return sayPullInFull(item.pull, item.kind === 'pull-ready', run.publishing!)
    case 'branch-moved':
      return ['Conductor cannot know whether an agent or you did this. Both commits are kept.']
    case 'needs-human':
    case 'frozen':
    case 'paused-run':
    case 'rate-limited':
    case 'stale':
    case 'looping':
    case 'silent':
    case 'over-time':
      return []
  }
}

const sayQuestion = (task: Task, worker: number, question: Question): readonly string[] => [
  `Agent: ${worker}, task ${task.id}${task.issue === null ? '' : ` (#${task.issue})`}`,
  `Topic: ${question.area ?? task.name}`,
  ...sayDecision(question),
]

/** What a person has to do where no command of Conductor can; for views that leave the details out. */
export const sayWhatHelps = (run: Run, item: Attention): readonly string[] =>
  item.kind === 'pull-stuck' || item.kind === 'pull-ready'
    ? sayStepHere(item.pull, item.kind === 'pull-ready', run.publishing!)
    : []

/** The commands to type, the most likely first. */
export function waysOf(item: Attention): readonly Way[] {
  const { task } = item
  switch (item.kind) {
    case 'permission':
      return [
        { command: conductorLine('allow', task!), does: 'allow it' },
        {
          command: conductorLine('deny', task!, '"why"'),
          does: 'deny it; the agent continues without it',
        },
      ]
    case 'question':
      return [{ command: conductorLine('guide', task!, '"..."'), does: 'answer' }, cancelWay(task!)]
    case 'budget':
      return task === null
        ? [{ command: 'conductor budget <usd>', does: 'raise the budget of the run' }, CANCEL_RUN]
        : [
            { command: conductorLine('budget', task, '<usd>'), does: 'raise its budget' },
            cancelWay(task),
          ]
    case 'conflict':
    case 'red-check':
    case 'broken':
    case 'left-target':
    case 'unasked':
    case 'review':
      return waysOut(task!, item.trouble, item)
    case 'task-failed':
      return [
        {
          command: conductorLine('retry', item.first ?? task!),
          does:
            item.first === null
              ? sayRetry(item.behind.length)
              : `retry that task first: ${task} depends on it`,
        },
        { command: conductorLine('logs', task!), does: 'its output' },
        { command: conductorLine('explain', task!), does: 'its state and history' },
        ...(item.hasWork
          ? [{ command: conductorLine('merge', task!), does: 'land its work anyway' }]
          : []),
        { ...cancelWay(task!), does: 'cancel the task: it no longer needs you' },
      ]
    case 'needs-human':
      return [
        { command: conductorLine('approve', task!), does: 'let it start' },
        { command: conductorLine('skip', task!), does: 'skip it' },
      ]
    case 'frozen':
      return [{ command: letGoOn([item.pid]), does: 'continue it' }]
    case 'hindered':
      return item.isLetGo
        ? [
            {
              command: 'conductor resume',
              does: `continue, once that is fixed: ${hintFor(item.hindrance)}`,
            },
            CANCEL_RUN,
          ]
        : [
            {
              command: 'conductor cancel',
              does: 'cancel the run; otherwise it continues by itself',
            },
          ]
    case 'paused-run':
      return [{ command: 'conductor resume', does: 'continue it' }, CANCEL_RUN]
    case 'paused-batch':
      return [
        { command: `conductor resume --batch ${item.batch + 1}`, does: 'let it start' },
        CANCEL_RUN,
      ]
    case 'forge':
      return [
        { command: 'conductor pr sync', does: `publish, once that is fixed: ${item.problem.hint}` },
      ]
    case 'pull-ready':
    case 'pull-stuck':
      return [
        ...(isKeptHere(item.pull) ? reviewWays(item.pull, task!) : []),
        { command: conductorLine('pr', task!), does: 'its pull request' },
        {
          command: 'conductor pr sync',
          does: 'see whether people have merged, closed or changed it',
        },
        { command: conductorLine('diff', task!), does: 'its changes' },
      ]
    case 'branch-moved':
      return waysWithMove(item.move)
    case 'rate-limited':
      return [cancelWay(task!)]
    case 'stale':
    case 'looping':
    case 'silent':
    case 'over-time':
      return [
        ...(item.condition.is === 'stale' && item.condition.stopped
          ? [{ command: letGoOn(item.condition.stopped), does: 'continue it' }]
          : []),
        { command: conductorLine('logs', task!), does: 'its output' },
        { command: conductorLine('guide', task!, '"..."'), does: 'send it a message' },
        cancelWay(task!),
      ]
  }
}

const CANCEL_RUN: Way = { command: 'conductor cancel', does: 'cancel the run' }

const sayRetry = (behind: number): string =>
  behind === 0 ? 'retry it' : 'retry it, and then the tasks that depend on it'

const cancelWay = (task: TaskId): Way => ({
  command: conductorLine('cancel', task),
  does: 'cancel the task',
})
