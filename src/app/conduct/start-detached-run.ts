/** Starts a run in a conductor process of its own, so that the run outlives its caller. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BAD_INPUT, Complaint } from '../console/complain.ts'
import { ProblemList, type SaidProblem } from '../console/problem-list.ts'
import { findWorkspace } from '../place/workspace.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'

export interface Typed {
  readonly command: string
  readonly options?: readonly string[]
  /** Texts by other people, which must not be taken for options. */
  readonly words?: readonly string[]
  /** Its standard input: for texts that may be longer than the system allows for an argument. */
  readonly input?: string
}

export interface StartedDetached {
  readonly run: string
  readonly pid: number
}

/** Resolves as soon as the run can be asked. A refusal of the other process is thrown here in the same words. */
export async function startDetachedRun(typed: Typed, folder: string): Promise<StartedDetached> {
  const papers = mkdtempSync(join(tmpdir(), 'conductor-start-'))
  try {
    const child = spawnApart(typed, folder, papers)
    const { home } = findWorkspace(folder)
    const run = await runConductedBy(child, home)
    if (run !== null) return { run, pid: child.pid! }
    // Another process may have begun to conduct at the same moment, and have answered.
    return { run: runFrom(child, papers), pid: findCoordinator(home)?.process.pid ?? child.pid! }
  } finally {
    rmSync(papers, { recursive: true })
  }
}

/** The child writes to files and not to pipes: this process may be gone before the child has anything to say. */
function spawnApart(typed: Typed, folder: string, papers: string): ChildProcess {
  const { command, options = [], words = [], input = '' } = typed
  const args = [process.argv[1]!, command, '--json', ...options, '--', ...words]
  writeFileSync(join(papers, 'input'), input, { mode: 0o600 })
  const read = openSync(join(papers, 'input'), 'r')
  const answer = openSync(join(papers, 'answer'), 'w', 0o600)
  const trouble = openSync(join(papers, 'trouble'), 'w', 0o600)
  const stdio = [read, answer, trouble] as const
  const child = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: [...stdio] })
  child.on('error', () => {})
  child.unref()
  for (const file of stdio) closeSync(file)
  if (child.pid === undefined)
    throw new Complaint('no process could be started', 'is the machine out of memory or processes?')
  return child
}

/** MCP clients give up on a call after a minute. */
const LONGEST_START_SECONDS = 45

/** null: the child has ended. */
async function runConductedBy(child: ChildProcess, home: string): Promise<string | null> {
  const deadline = Date.now() + LONGEST_START_SECONDS * 1000
  while (child.exitCode === null && child.signalCode === null) {
    const coordinator = findCoordinator(home)
    if (coordinator?.process.pid === child.pid) return coordinator!.run
    if (Date.now() > deadline) throw notYet(child)
    await sleep(30)
  }
  return null
}

const notYet = (child: ChildProcess): Complaint =>
  new Complaint(
    `process ${child.pid} has not started to conduct within ${LONGEST_START_SECONDS} seconds`,
    'it keeps trying; look at the list of runs later',
  )

/** A quick run may be over before any process could ask it anything. */
function runFrom(child: ChildProcess, papers: string): string {
  const document = answerIn(papers)
  if (child.exitCode !== BAD_INPUT && document?.run !== undefined) return document.run
  if (document?.problems !== undefined) throw new ProblemList(document.problems)
  if (document?.message !== undefined) throw new Complaint(document.message, document.hint)
  const trouble = readFileSync(join(papers, 'trouble'), 'utf8').trim()
  throw new Complaint(trouble === '' ? 'it ended without a message' : trouble)
}

interface AnswerDocument {
  readonly run?: string
  readonly message?: string
  readonly hint?: string | null
  readonly problems?: readonly SaidProblem[]
}

function answerIn(papers: string): AnswerDocument | null {
  const text = readFileSync(join(papers, 'answer'), 'utf8')
  return text === '' ? null : (JSON.parse(text) as AnswerDocument)
}
