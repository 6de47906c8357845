/** Coordinates a run in this process until it ends or is stopped. */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorMessage } from '../../core/text/error-message.ts'
import { addedTaskReader } from '../../agents/added-tasks.ts'
import { agentSessions } from '../../agents/session/agent-sessions.ts'
import { attemptFolder, inHome, inRun, runFolder } from '../../core/value/home-paths.ts'
import { commandLeftovers } from '../../agents/command/command-leftovers.ts'
import { sessionFolder, stateIn } from '../../agents/session/session-place.ts'
import { readSessionState } from '../../agents/session/session-state.ts'
import { answerWithoutCoordinator } from '../../conduct/answer-without-coordinator.ts'
import { inProcessRunner } from '../../conduct/attempt/in-process-runner.ts'
import { conductRun, type Conducting, type End } from '../../conduct/conduct-run.ts'
import type { Workshop } from '../../conduct/git-workshop.ts'
import type { Leftovers } from '../../conduct/ports.ts'
import type { RecordPorts } from '../../conduct/record-without-coordinator.ts'
import { recoverRun, type Recovery } from '../../conduct/recover-run.ts'
import type { Ask } from '../../core/ask/ask.ts'
import type { Config } from '../../config/config.ts'
import type { Event } from '../../core/run/event.ts'
import { ifItCanBe, type Hindrance } from '../../core/run/hindrance.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import type { Briefing } from '../../core/agent/prompt-material.ts'
import { storedExecutionPlan } from '../../core/schedule/execution-plan.ts'
import { openAttempts, taskOf, type Attempt, type Run } from '../../core/run/run.ts'
import { sayRefusal } from '../../core/say/say-failure.ts'
import { ownIdentity } from '../../processes/process-table.ts'
import { listenForAsks, type Coordinator } from '../../server/control/control-server.ts'
import type { CoordinatorLock } from '../../store/coordinator-lock.ts'
import { openSessionFiles } from '../../store/session-files.ts'
import type { LastingEventStore } from '../../store/lasting-event-store.ts'
import { Complaint } from '../console/complain.ts'
import { restoreHome } from '../place/restore-home.ts'
import { taskAdder } from './add-tasks.ts'
import { openAgents } from './open-agents.ts'
import { openWorkshop } from './open-workshop.ts'
import { publisherOf } from '../pull-requests/publisher-of-run.ts'
import { systemClock } from '../place/system-clock.ts'
import { watchFolder } from '../place/watch-folder.ts'
import type { Workspace } from '../place/workspace.ts'
import { writePrivately } from '../place/write-privately.ts'

export interface Charge {
  readonly workspace: Workspace
  readonly store: LastingEventStore
  readonly lock: CoordinatorLock
  readonly run: Run
  readonly config: Config
  readonly briefing: Briefing
  /** Answered before anything is started. */
  readonly first: Ask | null
  /** Whether the coordinator stays when only a person could bring the run further. */
  readonly waitsForPeople: boolean
  readonly onEvents: (events: readonly Event[]) => void
  /** Called when nothing can be recorded; null: it can be again. */
  readonly onHeldUp: (hindrance: Hindrance | null) => void
}

/** How the terminal controls a run in this process. */
export interface Controls {
  readonly conducting: Conducting
  readonly recovery: Recovery
  /** Ends every process of the run at once; resume repeats what was under way. */
  kill(): void
}

/** Resolves when the run has ended or was stopped, and everything that was opened is closed again. */
export async function coordinate(
  charge: Charge,
  begin: (controls: Controls) => void,
): Promise<End> {
  const { workspace, store, lock, run, config } = charge
  mkdirSync(runFolder(workspace.home, run.id), { recursive: true, mode: 0o700 })
  writePlan(workspace, run)
  const ports = { store, clock: systemClock, onEvents: charge.onEvents }
  await using stack = new AsyncDisposableStack()
  const workshop = await openWorkshop(run, charge, ports, stack)
  const recovery = await takeOver(charge, workshop, ports)
  // The plan is written again at the end, since tasks may have been added.
  stack.defer(() => writePlan(workspace, run))
  const voices = agentSessions(workspace.home, charge.briefing.repository)
  const onAddedLines = addedTaskReader((tasks, by) => add(tasks, by))
  const agent = voices.attend(openAgents({ workspace, run, config, onAddedLines }))
  stack.defer(() => agent.close())
  const publisher = publisherOf(run, { workspace, config }, stack)
  const conducting = conductRun(run, {
    store,
    runner: inProcessRunner(agent, workshop, watchFolder(run.settings.directory)),
    clock: systemClock,
    workshop,
    publisher,
    briefing: charge.briefing,
    patience: config.supervision,
    waitsForPeople: charge.waitsForPeople,
    process: ownIdentity(),
    onEvents(events) {
      if (events.some((event) => startsAgent(run, event))) sessions.update(Date.now())
      sessions.list(events)
      charge.onEvents(events)
    },
    hindered: {
      patienceSeconds: charge.waitsForPeople ? null : config.supervision.hinderedForSeconds,
      onHeldUp: charge.onHeldUp,
    },
  })
  const { ask, heldUp } = conducting
  const add = taskAdder(charge, ask)
  const socket = socketIn(workspace.home)
  const door = stack.use(await openDoor({ ask, add, heldUp }, socket))
  const sessions = openSessionFiles(inHome(workspace.home, 'sessions'), run, {
    lastBeatOf: conducting.lastBeatOf,
    wordOf: voices.wordOf,
    listen: voices.listen,
    wrote: voices.wrote,
  })
  const card = { process: ownIdentity(), run: run.id, socket, since: Date.now() }
  const keep = restoreHome({
    store,
    lock,
    card,
    folder: runFolder(workspace.home, run.id),
    listen: door.openAgain,
    note: conducting.note,
    leave: conducting.stop,
  })
  const heartbeat = setInterval(() => {
    keep()
    sessions.update(Date.now())
  }, 1000)
  stack.defer(() => {
    clearInterval(heartbeat)
    sessions.close(Date.now())
  })
  lock.publish(card)
  begin({ conducting, recovery, kill: agent.kill })
  // Only now, so that a client that hears of a start can already ask about it.
  return await conducting.begin()
}

/** Recovers the run, then answers the ask that this process was started for. Throws a Complaint if that is refused. */
async function takeOver(
  charge: Charge,
  workshop: Workshop | null,
  ports: RecordPorts,
): Promise<Recovery> {
  const { run, first } = charge
  const addNow = taskAdder(charge, (ask) => answerWithoutCoordinator(run, ask, ports))
  const leftovers = leftoversOf(charge, addedTaskReader(addNow))
  const recovery = await recoverRun(run, { ...ports, leftovers, workshop, process: ownIdentity() })
  const reply = first === null ? null : answerWithoutCoordinator(run, first, ports)
  if (reply?.accepted === false) throw new Complaint(sayRefusal(reply.refusal))
  // A user who resumes a paused run wants it to go on. `first` was answered before: it may reopen a run that was over.
  if (run.paused) answerWithoutCoordinator(run, { ask: 'unpause' }, ports)
  return recovery
}

/** The session file of an agent is written before the agent begins. */
const startsAgent = (run: Run, event: Event): boolean =>
  event.type === 'attempt-started' && taskOf(run, event.task).work.is === 'prompt'

/** The socket through which other processes ask; it is opened again when its file was deleted. */
async function openDoor(coordinator: Coordinator, socket: string) {
  let listening = await listenForAsks(coordinator, socket).catch(cannotListen(socket))
  const close = (): PromiseLike<void> => listening[Symbol.asyncDispose]()
  return {
    async openAgain(): Promise<void> {
      await close()
      listening = await listenForAsks(coordinator, socket)
    },
    [Symbol.asyncDispose]: close,
  }
}

const cannotListen =
  (socket: string) =>
  (error: unknown): never => {
    const reason = errorMessage(error)
    throw new Complaint(
      `this run could not be controlled: ${socket} cannot be used (${reason})`,
      'move it aside, then continue with `conductor resume`',
    )
  }

function writePlan({ home }: Workspace, run: Run): void {
  const file = inRun(home, run.id, 'plan')
  const execution_plan = storedExecutionPlan(run.plan, run.settings)
  const text = `${JSON.stringify({ ...run.plan, execution_plan }, null, 2)}\n`
  ifItCanBe(() => writePrivately(file, text))
}

type AddedReader = ReturnType<typeof addedTaskReader>

/** Tasks and questions that were never heard are read when the attempts are gone, before their end is recorded. */
function leftoversOf({ workspace: { home }, run }: Charge, added: AddedReader): Leftovers {
  const leftovers = commandLeftovers(home, run.id)
  /** Its question was never heard: the attempt is repeated, and the agent will ask again. */
  const isUnheard = (attempt: Attempt): boolean => {
    const worktree = run.worktrees.get(laneOf(taskOf(run, attempt.task)))?.path ?? null
    const folder = sessionFolder(home, worktree, { ...attempt, run: run.id })
    return attempt.question === null && readSessionState(stateIn(folder))?.status === 'stuck'
  }
  return {
    endOf: (attempt) => (isUnheard(attempt) ? null : leftovers.endOf(attempt)),
    async stop(workers) {
      const stopped = await leftovers.stop(workers)
      for (const attempt of openAttempts(run))
        await added(attempt.task, attemptFolder(home, { ...attempt, run: run.id }), true)
      return stopped
    },
  }
}

/** Bytes. A longer path does not fit in the address of a socket. */
const LONGEST_SOCKET = 100

function socketIn(home: string): string {
  const beside = inHome(home, 'control')
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET) return beside
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16)
  return join(tmpdir(), `conductor-${name}.sock`)
}
