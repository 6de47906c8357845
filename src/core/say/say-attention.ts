/** What needs a person, in words: the same in status, in the live view and in notifications. */
import type { Attention, AttentionKind } from '../report/attention.ts'
import { conductorLine, type Way } from '../text/command-line.ts'
import type { TaskId } from '../value/ids.ts'
import { formatSpent, formatUsd, sayEstimated } from '../value/money.ts'
import type { Task } from '../plan/plan.ts'
import { taskOf, type Run } from '../run/run.ts'
import { sayMove, waysWithMove } from './say-branch-move.ts'
import { sayCount } from './say-count.ts'
import { sayFailure, sayStoppedCoordinator } from './say-failure.ts'
import { hintFor, sayHindrance } from './say-hindrance.ts'
import { letGoOn, sayCondition, sayDecision } from './say-stuck.ts'
import { sayTrouble, sayTroubleInFull, waysOut } from './say-trouble.ts'
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
  review: 'REVIEW',
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
      return `waits for your leave: ${item.requests.map(sayRequest).join('; ')}`
    case 'question':
      return `asks: ${item.question.decision}`
    case 'budget':
      return `${item.of === 'run' ? 'the run' : 'it'} has spent the ${formatUsd(item.limitUsd)} that it may${sayEstimated(item)}`
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
      return 'needs your word before it starts'
    case 'frozen':
      return `${sayStoppedCoordinator(item.pid)}, so nothing moves`
    case 'hindered':
      return item.isLetGo
        ? `${sayHindrance(item.hindrance)}, so the run could not go on`
        : `${sayHindrance(item.hindrance)}; nothing new starts, and it is tried again`
    case 'paused-run':
      return 'the run is paused, and nothing works any more'
    case 'paused-batch':
      return `batch ${item.batch + 1} is paused, and nothing else goes on`
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
    : `; ${sayCount(count, 'task')} behind it ${count === 1 ? 'was' : 'were'} left out`

const sayRequest = ({ tool, what }: PermissionRequest): string => `${tool} ${what}`.trim()

/** Everything a person has to know to decide. */
export function sayInFull(run: Run, item: Attention): readonly string[] {
  switch (item.kind) {
    case 'permission':
      return item.requests.map((request) => `Wants: ${sayRequest(request)}`)
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
        ...(item.behind.length === 0 ? [] : [`Left out: ${firstFew(item.behind)}`]),
      ]
    case 'hindered':
      return [
        `In its own words: ${item.hindrance.detail}`,
        `What helps: ${hintFor(item.hindrance)}`,
      ]
    case 'paused-batch':
      return [`Held: ${sayCount(item.held, 'task')}`]
    case 'branch-moved':
      return ['Whether an agent did it, or you in another way, cannot be seen. Both are kept.']
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
  `Worker: ${worker}, task ${task.id}${task.issue === null ? '' : ` (#${task.issue})`}`,
  `Topic: ${question.area ?? task.name}`,
  ...sayDecision(question),
]

/** The commands to type, the most likely first. */
export function waysOf(item: Attention): readonly Way[] {
  const { task } = item
  switch (item.kind) {
    case 'permission':
      return [
        { command: conductorLine('allow', task!), does: 'let it' },
        {
          command: conductorLine('deny', task!, '"why"'),
          does: 'do not let it; it goes on without',
        },
      ]
    case 'question':
      return [{ command: conductorLine('guide', task!, '"..."'), does: 'answer' }, giveUp(task!)]
    case 'budget':
      return task === null
        ? [{ command: 'conductor budget <usd>', does: 'let the run spend more' }, GIVE_RUN_UP]
        : [
            { command: conductorLine('budget', task, '<usd>'), does: 'let it spend more' },
            giveUp(task),
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
              : `try that again first: ${task} comes after it`,
        },
        { command: conductorLine('logs', task!), does: 'what it printed' },
        { command: conductorLine('explain', task!), does: 'how it stands' },
        ...(item.hasWork
          ? [{ command: conductorLine('merge', task!), does: 'land what it left all the same' }]
          : []),
        { ...giveUp(task!), does: 'give it up: it needs you no more' },
      ]
    case 'needs-human':
      return [
        { command: conductorLine('approve', task!), does: 'let it start' },
        { command: conductorLine('skip', task!), does: 'leave it out' },
      ]
    case 'frozen':
      return [{ command: letGoOn([item.pid]), does: 'let it go on' }]
    case 'hindered':
      return item.isLetGo
        ? [
            {
              command: 'conductor resume',
              does: `go on, once that is put right: ${hintFor(item.hindrance)}`,
            },
            GIVE_RUN_UP,
          ]
        : [{ command: 'conductor cancel', does: 'give the run up; else it goes on by itself' }]
    case 'paused-run':
      return [{ command: 'conductor resume', does: 'let it go on' }, GIVE_RUN_UP]
    case 'paused-batch':
      return [
        { command: `conductor resume --batch ${item.batch + 1}`, does: 'let it start' },
        GIVE_RUN_UP,
      ]
    case 'branch-moved':
      return waysWithMove(item.move)
    case 'rate-limited':
      return [giveUp(task!)]
    case 'stale':
    case 'looping':
    case 'silent':
    case 'over-time':
      return [
        ...(item.condition.is === 'stale' && item.condition.stopped
          ? [{ command: letGoOn(item.condition.stopped), does: 'let it go on' }]
          : []),
        { command: conductorLine('logs', task!), does: 'what it did' },
        { command: conductorLine('guide', task!, '"..."'), does: 'tell it something' },
        giveUp(task!),
      ]
  }
}

const GIVE_RUN_UP: Way = { command: 'conductor cancel', does: 'give the run up' }

const sayRetry = (behind: number): string =>
  behind === 0 ? 'try it again' : 'try it again, and then those behind it'

const giveUp = (task: TaskId): Way => ({
  command: conductorLine('cancel', task),
  does: 'give it up',
})
