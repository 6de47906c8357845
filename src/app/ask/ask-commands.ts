/** Asks something of the coordinator of the run; if there is none, this process becomes one and answers itself. */
import { helpOf, type DescribedAsk } from '../../core/ask/ask-help.ts'
import { answerAsk, sayAnswer, type Ask } from '../../core/ask/ask.ts'
import { taskId, type RunId, type TaskId } from '../../core/value/ids.ts'
import type { Priority } from '../../core/plan/plan.ts'
import { PRIORITY_WORDS } from '../../core/plan/priority.ts'
import { stateOf, type Run } from '../../core/run/run.ts'
import { sayRefusalWhileStopped } from '../../core/say/say-failure.ts'
import {
  findCoordinator,
  isCoordinatorLocked,
  type CoordinatorCard,
} from '../../store/coordinator-lock.ts'
import { answerOrComplaint, Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { mustFindTask } from '../look/find-task.ts'
import { lookAtRun, mustKnow } from '../look/read-runs.ts'
import {
  AlreadyConducted,
  askOrConduct,
  mustBeOf,
  reachCoordinator,
  reachWhoever,
  refused,
  type Heard,
} from './reach-coordinator.ts'
import { goOn, mustNotBeOver } from '../conduct/resume-command.ts'
import { answerAlone, isAtRest } from './settle-branches.ts'
import { UNSEEN, type ShowOptions } from '../conduct/show-options.ts'
import { changeAlone } from './change-alone.ts'
import { hintWhenNotRunning } from './hints-when-not-running.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'

/** Asks the running coordinator and prints its answer. wanted: refuse unless it conducts this run. */
export async function askCommand(ask: Ask, console: Console, wanted?: string): Promise<number> {
  return (
    (await askIfConducted(ask, console, wanted)) ??
    (await changeAlone(ask, console, wanted)) ??
    complainOfNobody(console)
  )
}

/** null: no coordinator runs here, or the one that did has just ended without hearing the ask. */
export async function askIfConducted(
  ask: Ask,
  console: Console,
  wanted?: string,
): Promise<number | null> {
  const answered = await reach(console, async (coordinator) => {
    mustBeOf(coordinator, wanted)
    return reachCoordinator(coordinator, ask)
  })
  if (answered === null) return null
  const { coordinator, reply } = answered
  if (!reply.accepted) throw refused(reply.refusal, suggestion(ask, coordinator.run, console))
  const look = (): Run => lookAtRun(findWorkspace(console.folder), coordinator.run)
  const next = helpOf(ask)?.sayNext?.(ask)
  const says = sayAnswer(ask, reply.affected, look) + (next === undefined ? '' : ` ${next}`)
  console.answer(says, { run: coordinator.run, ...reply })
  return 0
}

export interface Foreseen {
  readonly says: string
  readonly affected: readonly TaskId[]
}

/** What the coordinator that takes the newest run up will answer; null: it will refuse. */
export function foreseen(ask: Ask, console: Console): Foreseen | null {
  const run = lookAtRun(findWorkspace(console.folder))
  const answer = answerAsk(run, ask)
  if (!answer.accepted) return null
  return { says: sayAnswer(ask, answer.affected, () => run), affected: answer.affected }
}

const reach = <Answer>(
  { folder }: Console,
  asking: (coordinator: CoordinatorCard) => Promise<Answer>,
): Promise<Heard<Answer> | null> =>
  answerOrComplaint(reachWhoever(findWorkspace(folder).home, asking))

/** An ask whose fields are typed one after another. */
export function typedAskCommand(
  kind: DescribedAsk,
  typed: readonly (string | number)[],
  where: Where,
  console: Console,
): Promise<number> {
  const ask = askFrom(kind, typed)
  return kind.goesOn === true ? askOrGoOnCommand(ask, where, console) : askCommand(ask, console)
}

/** The coordinator checks whether each field is valid. */
export function askFrom({ ask, fields }: DescribedAsk, typed: readonly (string | number)[]): Ask {
  const read = Object.entries(fields).map(([name, kind], i) => [
    name,
    kind === 'priority' ? priorityOf(String(typed[i])) : typed[i],
  ])
  return { ask, ...Object.fromEntries(read) } as Ask
}

/** How the run is shown if it goes on in this process, and which run; undefined: the newest. */
export interface Where extends ShowOptions {
  readonly run?: string | undefined
}

/** Asks the coordinator; when there is none, conducts the run in this process and asks that. */
export async function askOrGoOnCommand(ask: Ask, where: Where, console: Console): Promise<number> {
  mustSaySomething(ask)
  const workspace = findWorkspace(console.folder)
  const { run: wanted } = where
  return askOrConduct(
    () => askIfConducted(ask, console, wanted),
    () =>
      needsNoRun(lookAtRun(workspace, wanted), ask)
        ? answerHere(workspace, ask, wanted, console)
        : goOn(wanted, where, console, (run) => mustAccept(run, ask, console)),
  )
}

/** Whether the answer only has to be recorded, without conducting the run: nothing can be started or stopped by it. */
const needsNoRun = (run: Run, ask: Ask): boolean =>
  ask.ask === 'accept-branch'
    ? isAtRest(run)
    : ask.ask === 'cancel' && (run.ended !== null || hasFailed(run, ask.task))

const hasFailed = (run: Run, task: TaskId): boolean =>
  run.graph.indexOf.has(task) && stateOf(run, task).is === 'failed'

/** Answers by the run as it was left. Throws before anything has changed. */
function mustAccept(run: Run, ask: Ask, console: Console): Ask {
  if ('task' in ask && ask.task !== null) {
    const command = helpOf(ask)?.commands[0] ?? ask.ask
    mustFindTask(ask.task, { workspace: findWorkspace(console.folder), run, command })
  }
  const answer = answerAsk(run, ask)
  if (answer.accepted) return ask
  throw new Complaint(sayRefusalWhileStopped(answer.refusal), suggestion(ask, run.id, console))
}

/** Records the answer without conducting the run. */
async function answerHere(
  workspace: Workspace,
  ask: Ask,
  wanted: string | undefined,
  console: Console,
): Promise<number> {
  const run = lookAtRun(workspace, wanted)
  const answer = answerAsk(run, ask)
  if (!answer.accepted) throw refused(answer.refusal)
  if (answerAlone(workspace, run, ask) === null)
    throw new AlreadyConducted(findCoordinator(workspace.home))
  const says = sayAnswer(ask, [], () => run)
  console.answer(says, { run: run.id, accepted: true, affected: [] })
  return 0
}

function mustSaySomething(ask: Ask): void {
  const described = helpOf(ask)
  const isEmpty = Object.entries(ask).some(
    ([field, value]) => described?.fields[field] === 'words' && String(value).trim() === '',
  )
  if (isEmpty) throw new Complaint('the message is empty', described!.words!.typed)
}

export async function mergeCommand(
  task: string | undefined,
  where: Where,
  console: Console,
): Promise<number> {
  const ask = mergeAsk(task, console, where.run)
  return ask === null ? 0 : askOrGoOnCommand(ask, where, console)
}

/** Without a task: everything that is in review. null: nothing is in review, and the user was told so. */
export function mergeAsk(task: string | undefined, console: Console, run?: string): Ask | null {
  if (task !== undefined) return { ask: 'land', task: taskId(task) }
  if (lookAtRun(findWorkspace(console.folder), run).counts.review > 0) return { ask: 'land-all' }
  console.answer('Nothing waits to be merged.', { accepted: true, affected: [] })
  return null
}

/** A stopped run without a coordinator is cancelled in this process. */
export async function cancelCommand(
  task: string | undefined,
  wanted: string | undefined,
  console: Console,
): Promise<number> {
  const ask: Ask =
    task === undefined ? { ask: 'cancel-run' } : { ask: 'cancel', task: taskId(task) }
  const workspace = findWorkspace(console.folder)
  const first = (run: Run): Ask => {
    mustNotBeOver(run, console.folder)
    return mustAccept(run, ask, console)
  }
  const isFailed = (run: Run): boolean =>
    task !== undefined && needsNoRun(run, ask) && stateOf(run, mustKnow(run, task)).is === 'failed'
  return askOrConduct(
    () => askIfConducted(ask, console, wanted),
    () =>
      isFailed(lookAtRun(workspace, wanted))
        ? answerHere(workspace, ask, wanted, console)
        : goOn(wanted, UNSEEN, console, first),
  )
}

export function priorityOf(text: string): Priority {
  const number = (PRIORITY_WORDS as Readonly<Record<string, number>>)[text] ?? Number(text)
  if (![1, 2, 3, 4, 5].includes(number))
    throw new Complaint(`"${text}" is not a priority`, 'high, medium, low, or 1 (most urgent) to 5')
  return number as Priority
}

/** The last argument is the limit, the one before it the task. */
export function budgetAsk(first: string, second: string | undefined): Ask & { ask: 'budget' } {
  const [task, limit] = second === undefined ? [null, first] : [taskId(first), second]
  return { ask: 'budget', task, usd: usdOf(limit) }
}

function usdOf(text: string): number | null {
  if (text === 'none') return null
  const usd = /^\$?\d+(\.\d+)?$/.test(text) ? Number(text.replace('$', '')) : NaN
  if (usd > 0) return usd
  throw new Complaint(
    `"${text}" is not a limit`,
    'a number of US dollars greater than 0, such as 2.50, or none',
  )
}

function complainOfNobody(console: Console): never {
  const workspace = findWorkspace(console.folder)
  if (isCoordinatorLocked(workspace.home)) throw new AlreadyConducted(null)
  throw new Complaint('no run is being conducted here', hintWhenNotRunning(workspace))
}

function suggestion(ask: Ask, wanted: RunId, console: Console): string | null {
  if (!('task' in ask) || ask.task === null) return null
  try {
    const run = lookAtRun(findWorkspace(console.folder), wanted)
    const named = ask.ask === 'change' ? (ask.change.dependencies ?? []) : []
    for (const task of [ask.task, ...named]) mustKnow(run, task)
    return null
  } catch (error) {
    return error instanceof Complaint ? error.hint : null
  }
}
