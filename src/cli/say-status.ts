/** The status report: sessions first, then what waits and why, then what is over. Readable without colour. */
import { attemptFolder } from '../agents/attempt-folder.ts'
import { lastOutputAt, transcriptTail } from '../agents/transcript.ts'
import { formatDuration } from '../core/duration.ts'
import { sayCount } from '../core/say-count.ts'
import type { Conflict, Delivery } from '../core/delivery.ts'
import type { TaskId } from '../core/ids.ts'
import { laneOf } from '../core/lanes.ts'
import type { Task } from '../core/plan.ts'
import {
  collisionsOf,
  openAttempts,
  stateOf,
  taskOf,
  type Attempt,
  type Run,
  deliveryOf,
  landsUnchecked,
} from '../core/run.ts'
import { sayFailure, saySkip } from '../core/say-failure.ts'
import { sayTrouble, waysOut } from '../core/say-trouble.ts'
import { firstFew, sayWait } from '../core/say-wait.ts'
import { secondsLeft } from '../core/simulate.ts'
import type { TaskState } from '../core/task-state.ts'
import { waitingTasks, whyWaiting } from '../core/why-waiting.ts'
import { paint, type Paint } from './paint.ts'

export interface Viewpoint {
  readonly now: number
  /** Whether a coordinator has the run at this moment. */
  readonly isConducted: boolean
  readonly home: string
  readonly colour: boolean
}

const MOST_WAITING = 20
/** From then on silence is worth a word; it is never a reason to stop anything. */
const QUIET_SECONDS = 90

export function statusReport(run: Run, view: Viewpoint): string {
  const style = paint(view.colour)
  const sessions = view.isConducted ? openAttempts(run) : []
  const waits = [...waitingTasks(run, view.now)]
  return [
    headline(run, view),
    ...sayTarget(run),
    '',
    `Active Sessions (${sessions.length}):`,
    ...sessions.flatMap((attempt) => ['', ...sayWorking(run, attempt, view, style)]),
    ...sayCutOff(run, view),
    ...(waits.length > 0 ? ['', `Waiting (${waits.length}):`, ''] : []),
    ...waits
      .slice(0, MOST_WAITING)
      .map(
        ([id, wait]) => `[ ] ${label(taskOf(run, id))} - WAITING - ${sayWait(wait, id, view.now)}`,
      ),
    ...(waits.length > MOST_WAITING ? [`    and ${waits.length - MOST_WAITING} more`] : []),
    ...sayOver(run, style),
  ].join('\n')
}

/** L3: what is not checked is said, and never counted as passed. */
function sayTarget(run: Run): readonly string[] {
  if (run.target === null) return []
  const { branch } = run.target
  const proof = landsUnchecked(run)
    ? 'NOTHING IS CHECKED before it lands: no `check` is configured'
    : `${sayCount(run.landing.checksPassed, 'check')} passed, ${run.landing.checksFailed} failed`
  return [`Landing on ${branch}; ${proof}`]
}

function headline(run: Run, { now, isConducted }: Viewpoint): string {
  const done = `${run.counts.landed} of ${sayCount(run.plan.tasks.length, 'task')} landed`
  if (run.ended !== null) return `Run ${run.id} - ${run.ended.status} - ${done}`
  if (isUpToYou(run)) return `Run ${run.id} - waits for you - ${done}`
  if (!isConducted) return `Run ${run.id} - stopped - ${done}\nGo on with: conductor resume`
  const left = formatDuration(roughly(secondsLeft(run, now)))
  return `Run ${run.id} - ${doing(run)} - ${done}, about ${left} to go`
}

/** Nothing was cut off, and whoever would go on with it could do nothing. */
const isUpToYou = (run: Run): boolean => {
  const { review, working, landing } = run.counts
  if (review === 0 || working > 0 || landing > 0 || run.paused) return false
  return [...waitingTasks(run, run.lastEventAt).values()].every(
    ({ is }) => is === 'on-tasks' || is === 'needs-human' || is === 'lane-busy' || is === 'batch',
  )
}

/** Under way when their coordinator died; nobody works on them now. */
function sayCutOff(run: Run, { isConducted }: Viewpoint): readonly string[] {
  const cutOff = isConducted || run.ended !== null ? [] : openAttempts(run)
  if (cutOff.length === 0) return []
  const lines = cutOff.map(
    ({ task }) => `[?] ${label(taskOf(run, task))} - CUT OFF - ${taskOf(run, task).name}`,
  )
  return ['', `Cut off, to be made again by conductor resume (${cutOff.length}):`, '', ...lines]
}

const doing = (run: Run): string => (run.stopping ? 'stopping' : run.paused ? 'paused' : 'running')

/** An estimate that tells the second pretends to know it. */
const roughly = (seconds: number): number => {
  const step = seconds > 7200 ? 600 : seconds > 120 ? 60 : seconds > 20 ? 5 : 1
  return Math.max(1, Math.round(seconds / step) * step)
}

function sayWorking(
  run: Run,
  attempt: Attempt,
  { now, home }: Viewpoint,
  style: Paint,
): readonly string[] {
  const task = taskOf(run, attempt.task)
  const elapsed = formatDuration(Math.max(1, Math.floor((now - attempt.startedAt) / 1000)))
  const folder = attemptFolder(home, { ...attempt, run: run.id })
  const last = transcriptTail(folder, 1)[0]
  const quiet = (now - (lastOutputAt(folder) ?? attempt.startedAt)) / 1000
  return [
    `${style.good('[*]')} ${label(task)} - WORKING (${elapsed}) - ${task.name}`,
    `    Agent: ${attempt.worker}${attempt.number > 1 ? `, attempt ${attempt.number}` : ''}`,
    ...sayTouched(run, attempt.task),
    ...sayCollisions(run, attempt.task),
    ...(last === undefined ? [] : [`    Last output: ${last.slice(0, 100)}`]),
    ...(quiet > QUIET_SECONDS ? [`    Quiet for ${formatDuration(Math.floor(quiet))}`] : []),
  ]
}

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

/** Failures in full, the rest as counts: they need nobody's attention. */
function sayOver(run: Run, style: Paint): readonly string[] {
  const failed = run.plan.tasks.flatMap((task, i) => sayNotLanded(task, run.states[i]!, style))
  return failed.length > 0 ? ['', 'Not landed:', ...failed] : []
}

function sayNotLanded(task: Task, state: TaskState, style: Paint): readonly string[] {
  switch (state.is) {
    case 'failed':
      return [
        '',
        `${style.bad('[x]')} ${label(task)} - FAILED - ${task.name}`,
        `    Reason: ${sayFailure(state.failure)}`,
      ]
    case 'skipped':
      return [
        '',
        `[-] ${label(task)} - SKIPPED - ${task.name}`,
        `    Reason: ${saySkip(state.because)}`,
      ]
    case 'cancelled':
      return ['', `[~] ${label(task)} - CANCELLED - ${task.name}`]
    case 'review':
      return [
        '',
        `${style.bad('[!]')} ${label(task)} - NEEDS YOU - ${task.name}`,
        `    Reason: ${sayTrouble(state.trouble)}`,
        ...waysOut(task.id, state.trouble).map((way) => `    ${way}`),
      ]
    case 'landing':
      return ['', `[>] ${label(task)} - LANDING - ${task.name}`]
    case 'waiting':
    case 'working':
    case 'landed':
      return []
  }
}

const label = (task: Task): string => (task.issue === null ? task.id : `#${task.issue}`)

export function explainTask(
  run: Run,
  id: TaskId,
  { now, isConducted }: Pick<Viewpoint, 'now' | 'isConducted'>,
): string {
  const task = taskOf(run, id)
  const facts: readonly (readonly [string, string])[] = [
    ['state', sayState(run, id, now, isConducted)],
    ['work', task.work.is === 'command' ? task.work.line : task.work.text],
    ['comes after', task.dependencies.join(', ') || 'nothing'],
    [
      'before',
      run.plan.tasks
        .filter((t) => t.dependencies.includes(id))
        .map((t) => t.id)
        .join(', ') || 'nothing',
    ],
    ['priority', sayPriority(run, task)],
    ['estimate', `${formatDuration(task.estimate.seconds)} (${ESTIMATES[task.estimate.from]})`],
    ['chain behind it', formatDuration(run.graph.path[run.graph.indexOf.get(id)!]!)],
    ['files', task.files.join(', ') || 'none predicted'],
    ['attempts', String(run.attemptsOf.get(id)?.length ?? 0)],
    ...placeOf(run, task),
  ]
  return [
    `${label(task)} - ${task.name}`,
    '',
    ...facts.map(([name, value]) => `  ${name.padEnd(17)}${value}`),
    ...sayReview(stateOf(run, id), id),
  ].join('\n')
}

/** Where its work is, and what it will meet there. */
function placeOf(run: Run, task: Task): readonly (readonly [string, string])[] {
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
          ['worktree', worktree.path],
          ['branch', worktree.branch],
        ] as const)),
    ...(delivery === null ? [] : [['delivered', sayDelivery(delivery)] as const]),
    ...collisions,
  ]
}

function sayDelivery({ commit, changes, leftover }: Delivery): string {
  const { filesCreated, filesChanged, linesAdded, linesDeleted } = changes
  const files = sayCount(filesCreated + filesChanged, 'file')
  const by = leftover ? '; committed for it by Conductor' : ''
  return `${commit.slice(0, 9)}: ${files} (+${linesAdded}, -${linesDeleted})${by}`
}

/** L4: the human gets the files and their three versions. */
function sayReview(state: TaskState, id: TaskId): readonly string[] {
  if (state.is !== 'review') return []
  const { trouble } = state
  const files = trouble.is === 'conflict' ? trouble.files.flatMap(sayConflict) : []
  return ['', ...files, ...waysOut(id, trouble).map((way) => `  ${way}`)]
}

function sayConflict({ path, kind, base, target, task }: Conflict): readonly string[] {
  const versions = [
    ['before both', base],
    ['in the target', target],
    ['of this task', task],
  ] as const
  return [
    `  ${path} (${kind})`,
    ...versions.map(
      ([who, blob]) =>
        `    ${who.padEnd(14)}${blob === null ? 'not there' : `git show ${blob.slice(0, 12)}`}`,
    ),
  ]
}

const ESTIMATES = {
  file: 'as said in the plan',
  history: 'measured in earlier runs',
  default: 'assumed',
} as const

function sayPriority(run: Run, task: Task): string {
  const inherited = run.graph.priority[run.graph.indexOf.get(task.id)!]!
  return inherited < task.priority
    ? `${task.priority}, but as urgent as ${inherited} for a task that waits for it`
    : String(task.priority)
}

function sayState(run: Run, id: TaskId, now: number, isConducted: boolean): string {
  const state = stateOf(run, id)
  switch (state.is) {
    case 'waiting': {
      const wait = sayWait(whyWaiting(run, id, now)!, id, now)
      return isConducted
        ? `waiting: ${wait}`
        : `waiting: nobody conducts the run (conductor resume); then ${wait}`
    }
    case 'working':
      return isConducted
        ? `working for ${formatDuration(Math.floor((now - state.since) / 1000))} (agent ${state.worker})`
        : 'was under way when its coordinator went away; it will be tried again (conductor resume)'
    case 'landing':
      return `landing since ${formatDuration(Math.floor((now - state.since) / 1000))}`
    case 'review':
      return `needs you: ${sayTrouble(state.trouble)}`
    case 'landed':
      return state.commit === null ? 'landed' : `landed as ${state.commit.slice(0, 9)}`
    case 'failed':
      return `failed: ${sayFailure(state.failure)}`
    case 'skipped':
      return `skipped: ${saySkip(state.because)}`
    case 'cancelled':
      return 'cancelled'
  }
}
