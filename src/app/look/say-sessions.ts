/** The blocks of the status report for tasks that work and tasks that are stuck. */
import { nameInLine } from '../../core/text/name-in-line.ts'
import { attemptFolder } from '../../core/value/home-paths.ts'
import { lastOutputAt, transcriptTail } from '../../agents/transcript/read-transcript.ts'
import { formatDuration } from '../../core/value/duration.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { formatCost } from '../../core/value/money.ts'
import type { Task } from '../../core/plan/plan.ts'
import { attemptsAt, collisionsOf, type Attempt, type Run } from '../../core/run/run.ts'
import type { Question } from '../../core/agent/sign.ts'
import { sayOptions } from '../../core/say/say-stuck.ts'
import { sayOverdue } from '../../core/say/say-time-left.ts'
import { firstFew } from '../../core/say/say-wait.ts'
import { overdueTasks } from '../../core/schedule/time-left.ts'
import type { TaskState } from '../../core/run/task-state.ts'
import { estimatedIn, formatTokens, tokensOf, type Usage } from '../../core/agent/usage.ts'
import type { Paint } from '../../report-text/paint.ts'
import type { ReportOptions } from '../../report-text/report-options.ts'
import { blockOf, headOf, type Row } from './status-row.ts'

/** Longer silence than this is mentioned; it is never a reason to stop anything. */
const QUIET_SECONDS = 90

export function sayWorking(
  run: Run,
  row: Row,
  { now, home }: ReportOptions,
  style: Paint,
): readonly string[] {
  const { task, standing } = row
  const attempt = attemptsAt(run, task.id).at(-1)!
  const folder = attemptFolder(home, { ...attempt, run: run.id })
  const last = transcriptTail(folder, 1)[0]
  const quiet = (now - (lastOutputAt(folder) ?? attempt.startedAt)) / 1000
  return [
    `${headOf(row, style, sayLate(run, attempt, now))} - ${nameInLine(task.name)}`,
    ...(standing.says === '' ? [] : [`    Now: ${standing.says}`]),
    ...sayUsage(attempt.usage),
    `    Agent: ${attempt.worker}${attempt.number > 1 ? `, attempt ${attempt.number}` : ''}`,
    ...sayTouched(run, task.id),
    ...sayCollisions(run, task.id),
    ...(last === undefined ? [] : [`    Last output: ${last.slice(0, 100)}`]),
    ...(quiet > QUIET_SECONDS ? [`    No output for ${formatDuration(Math.floor(quiet))}`] : []),
  ]
}

function sayLate(run: Run, { task }: Attempt, now: number): string {
  const late = overdueTasks(run, now).find((one) => one.task === task)
  return late === undefined ? '' : `, ${sayOverdue(late.seconds)}`
}

function sayUsage(usage: Usage): readonly string[] {
  const tokens = tokensOf(usage)
  if (tokens === 0 && usage.costUsd === null) return []
  const cost =
    usage.costUsd === null ? 'cost not known' : formatCost(usage.costUsd, estimatedIn(usage))
  return [`    Used: ${formatTokens(tokens)} tokens, ${cost}`]
}

/** No agent works on a stuck task, but it is under way: it goes on as soon as a person has decided. */
export function sayStuckTask(row: Row, state: TaskState, style: Paint): readonly string[] {
  const question = state.is === 'stuck' && state.why.is === 'question' ? state.why.question : null
  return [
    ...blockOf(row, style),
    ...(question === null ? [] : sayChoice(question, row.task).map((line) => `    ${line}`)),
  ]
}

const sayChoice = (question: Question, task: Task): readonly string[] => [
  `Topic: ${question.area ?? task.name}`,
  ...sayOptions(question),
]

function sayTouched(run: Run, task: TaskId): readonly string[] {
  const changes = run.touched.get(task)?.changes
  if (changes === undefined) return []
  const { filesCreated, filesChanged, linesAdded, linesDeleted } = changes
  return [`    Files changed: ${filesCreated + filesChanged} (+${linesAdded}, -${linesDeleted})`]
}

function sayCollisions(run: Run, task: TaskId): readonly string[] {
  return collisionsOf(run, task).map(({ tasks, files }) => {
    const other = tasks[0] === task ? tasks[1] : tasks[0]
    return `    Will collide with ${other} in ${firstFew(files)}`
  })
}
