/** pause, agents, cancel, retry, skip, approve, preempt, prioritise, budget and add: asked of whoever conducts the run. */
import { answerAsk, type Ask } from '../core/ask.ts'
import { sayChange } from '../core/say-change.ts'
import { sayCount } from '../core/say-count.ts'
import { formatUsd } from '../core/money.ts'
import { taskId, type RunId, type TaskId } from '../core/ids.ts'
import type { Priority } from '../core/plan.ts'
import type { Run } from '../core/run.ts'
import { sayRefusal, sayRefusalWhileStopped } from '../core/say-failure.ts'
import { findCoordinator, type CoordinatorCard } from '../store/coordinator-lock.ts'
import { answerOrComplaint, Complaint } from './complain.ts'
import type { Console } from './console.ts'
import { lookAtRun, mustKnow } from './open-runs.ts'
import { addByCoordinator, mustBeOf, reachCoordinator } from './reach-coordinator.ts'
import { goOn, mustNotBeOver } from './resume-command.ts'
import { answerAlone, isAtRest } from './settle-branches.ts'
import { UNSEEN, type Showing } from './showing.ts'
import { whereNobodyConducts } from './what-now.ts'
import { findWorkspace, type Workspace } from './workspace.ts'

/** Asks the coordinator that runs here; says what came of it. wanted: of no other run than this. */
export async function askCommand(ask: Ask, console: Console, wanted?: string): Promise<number> {
  const coordinator = mustCoordinate(console)
  mustBeOf(coordinator, wanted)
  const reply = await answerOrComplaint(reachCoordinator(coordinator, ask))
  if (!reply.accepted)
    throw new Complaint(sayRefusal(reply.refusal), suggestion(ask, coordinator.run, console))
  console.answer(sayDone(ask, reply.affected), { run: coordinator.run, ...reply })
  return 0
}

/** A task of a run that is over is brought back by conducting the run again. */
export const retryCommand = (task: string, where: Where, console: Console): Promise<number> =>
  askOrGoOnCommand({ ask: 'retry', task: taskId(task) }, where, console)

/** How the run is shown if it goes on here, and which it is; undefined: the newest. */
export interface Where extends Showing {
  readonly run?: string | undefined
}

/** Asks whoever conducts; when nobody does, goes on with the run here and asks that. */
export async function askOrGoOnCommand(ask: Ask, where: Where, console: Console): Promise<number> {
  mustSaySomething(ask)
  const workspace = findWorkspace(console.folder)
  if (findCoordinator(workspace.home) !== null) return askCommand(ask, console, where.run)
  if (ask.ask === 'accept-branch' && isAtRest(lookAtRun(workspace, where.run)))
    return answerHere(workspace, ask, where.run, console)
  return goOn(where.run, where, console, (run) => mustAccept(run, ask, console))
}

/** By the run as it was left. Throws before anything has changed. */
function mustAccept(run: Run, ask: Ask, console: Console): Ask {
  if ('task' in ask && ask.task !== null) mustKnow(run, ask.task)
  const answer = answerAsk(run, ask)
  if (answer.accepted) return ask
  throw new Complaint(sayRefusalWhileStopped(answer.refusal), suggestion(ask, run.id, console))
}

/** Nothing has to go on for it. */
async function answerHere(
  workspace: Workspace,
  ask: Ask,
  wanted: string | undefined,
  console: Console,
): Promise<number> {
  const seen = lookAtRun(workspace, wanted)
  const answer = answerAsk(seen, ask)
  if (!answer.accepted) throw new Complaint(sayRefusal(answer.refusal))
  if (answerAlone(workspace, seen, ask) === null) return askCommand(ask, console)
  console.answer(sayDone(ask, []), { run: seen.id, accepted: true, affected: [] })
  return 0
}

function mustSaySomething(ask: Ask): void {
  if (ask.ask === 'guide' && ask.text.trim() === '')
    throw new Complaint(NOTHING_SAID, 'conductor guide <task> "words"')
  if (ask.ask === 'reject' && ask.why.trim() === '')
    throw new Complaint(NOTHING_SAID, 'conductor reject <task> "why"')
}

const NOTHING_SAID = 'there is nothing in what you want to say'

/** Without a task: everything that is in review. */
export async function mergeCommand(
  task: string | undefined,
  where: Where,
  console: Console,
): Promise<number> {
  if (task !== undefined)
    return askOrGoOnCommand({ ask: 'land', task: taskId(task) }, where, console)
  if (lookAtRun(findWorkspace(console.folder), where.run).counts.review > 0)
    return askOrGoOnCommand({ ask: 'land-all' }, where, console)
  console.answer('Nothing waits for you to be merged.', { accepted: true, affected: [] })
  return 0
}

/** With no coordinator a run that was stopped is cancelled where it stands. */
export async function cancelCommand(
  task: string | undefined,
  wanted: string | undefined,
  console: Console,
): Promise<number> {
  const ask: Ask =
    task === undefined ? { ask: 'cancel-run' } : { ask: 'cancel', task: taskId(task) }
  if (findCoordinator(findWorkspace(console.folder).home) !== null)
    return askCommand(ask, console, wanted)
  return goOn(wanted, UNSEEN, console, (run) => {
    mustNotBeOver(run, console.folder)
    return mustAccept(run, ask, console)
  })
}

export interface NewTask {
  readonly id: string
  readonly run?: string | undefined
  readonly prompt?: string | undefined
  readonly after: readonly string[]
  readonly name?: string | undefined
  readonly priority?: string | undefined
  readonly estimate?: string | undefined
  readonly files: readonly string[]
}

export function addCommand(task: NewTask, console: Console): Promise<number> {
  const { after, files, priority, ...rest } = task
  const said = {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(priority === undefined
      ? {}
      : { priority: /^\d$/.test(priority) ? Number(priority) : priority }),
    ...(after.length > 0 ? { dependencies: after } : {}),
    ...(files.length > 0 ? { files } : {}),
  }
  return addSaidTask(said, console)
}

/** In the form of the task file; the coordinator checks it. */
export async function addSaidTask(said: unknown, console: Console): Promise<number> {
  const coordinator = mustCoordinate(console)
  const by = process.env['CONDUCTOR_TASK'] ?? null
  const reply = await answerOrComplaint(addByCoordinator(coordinator, said, by))
  if (!reply.accepted)
    throw new Complaint('problems' in reply ? reply.problems.join('\n') : sayRefusal(reply.refusal))
  console.answer(`Added ${reply.affected.join(', ')} to run ${coordinator.run}.`, {
    run: coordinator.run,
    ...reply,
  })
  return 0
}

export function priorityOf(text: string): Priority {
  const number = { high: 1, medium: 3, low: 5 }[text] ?? Number(text)
  if (![1, 2, 3, 4, 5].includes(number))
    throw new Complaint(`"${text}" is not a priority`, 'high, medium, low, or 1 (most urgent) to 5')
  return number as Priority
}

/** The last word is the limit, one before it the task. */
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

function mustCoordinate(console: Console): CoordinatorCard {
  const coordinator = findCoordinator(findWorkspace(console.folder).home)
  if (coordinator !== null) return coordinator
  throw new Complaint(
    'no run is being conducted here',
    whereNobodyConducts(findWorkspace(console.folder)),
  )
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

function sayDone(ask: Ask, affected: readonly TaskId[]): string {
  const behind = affected.length - 1
  const more =
    behind > 0
      ? ` ${sayCount(behind, 'task')} behind it ${behind === 1 ? 'is' : 'are'} affected too.`
      : ''
  switch (ask.ask) {
    case 'pause':
      return 'Paused: what works goes on, nothing new starts. Go on with: conductor resume'
    case 'unpause':
      return 'Going on.'
    case 'agents':
      return `At most ${sayCount(ask.agents, 'agent')} at once from now on.`
    case 'pause-batch':
      return `Batch ${ask.batch + 1} is paused: what works goes on, nothing of it starts. Go on with: conductor resume --batch ${ask.batch + 1}`
    case 'unpause-batch':
      return `Batch ${ask.batch + 1} goes on.`
    case 'cancel-run':
      return `Cancelled: ${sayCount(affected.length, 'task')}.`
    case 'cancel':
      return `Cancelling ${ask.task}.${more}`
    case 'preempt':
      return `Stopping ${ask.task}; it goes back into the line.`
    case 'retry':
      return `Trying ${affected.join(', ')} again.`
    case 'skip':
      return `Skipped ${ask.task}.${more}`
    case 'approve':
      return `Approved ${ask.task}.`
    case 'reject':
      return `Sent ${ask.task} back: ${ask.why}`
    case 'land-all':
      return `Landing ${affected.join(', ')}.`
    case 'land':
      return `Landing ${ask.task}.${more}`
    case 'guide':
      return `Told ${ask.task}: ${ask.text}`
    case 'decide':
      return `${ask.allow ? 'Allowed' : 'Denied'} what ${ask.task} asked for.`
    case 'budget':
      return `${ask.task ?? 'The run'} may spend ${ask.usd === null ? 'without limit' : formatUsd(ask.usd)}.`
    case 'hear':
      return 'Heard.'
    case 'take-guidance':
      return 'Nothing was said.'
    case 'accept-branch':
      return `Branch ${ask.branch} may stay where it is.`
    case 'prioritise':
      return `${ask.task} now has priority ${ask.priority}.`
    case 'change':
      return `Changed ${ask.task}: ${sayChange(ask.change)}.`
    case 'add':
      return `Added ${affected.join(', ')}.`
    case 'together':
      return `Done: ${ask.asks.map((one) => one.ask).join(', ')}.`
  }
}
