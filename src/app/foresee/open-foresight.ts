/** Foresight in a process of its own: the caller never waits for the index. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskToForesee } from '../../core/foresight/foresee-task.ts'
import type { ForeseenFile } from '../../core/foresight/foreseen-file.ts'
import type { Workspace } from '../place/workspace.ts'
import {
  unpackFiles,
  type ForesightAnswer,
  type ForesightQuestion,
  type ForesightStanding,
} from './foresight-messages.ts'

export interface OpenForesight extends AsyncDisposable {
  /** Sends these tasks ahead, so that their answer is ready early. Resolves when the tasks are sent, before they are answered. */
  expect(tasks: readonly TaskToForesee[]): Promise<void>
  foresee(tasks: readonly TaskToForesee[]): Promise<Foreseen>
  standing(): Promise<ForesightStanding>
  close(): Promise<void>
}

interface Foreseen {
  /** The files of each task, the likeliest first; empty: nothing can be foreseen. */
  readonly files: ReadonlyMap<string, readonly ForeseenFile[]>
  /** The state of the index when it answered. */
  readonly standing: ForesightStanding
}

interface Answer {
  readonly standing: ForesightStanding
  /** For each task, in the order of the question. */
  readonly files: readonly (readonly ForeseenFile[])[]
}

const GONE: Answer = {
  standing: { is: 'none', why: 'the process that foresees has ended' },
  files: [],
}

/** Never complains: without a repository, or without git, nothing is foreseen, and `standing` says why. */
export function openForesight({ folder }: Workspace): OpenForesight {
  const child = spawn(process.execPath, [process.argv[1]!, 'foresight-process'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  // Node announces no `close` when we close the channel first.
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let isGone = false
  let asked = 0
  let expected: Expected | null = null
  const letGo = (): void => {
    isGone = true
    expected = null
    for (const answer of waiting.values()) answer(GONE)
    waiting.clear()
  }
  child.on('error', letGo).on('disconnect', letGo)
  child.on('message', ({ number, standing, files }: ForesightAnswer) => {
    waiting.get(number)?.({ standing, files: unpackFiles(files) })
    waiting.delete(number)
  })

  function ask(tasks: readonly TaskToForesee[], onTold = () => {}): Promise<Answer> {
    if (isGone) onTold()
    if (isGone) return Promise.resolve(GONE)
    const question: ForesightQuestion = { number: ++asked, tasks }
    return new Promise((resolve) => {
      waiting.set(question.number, resolve)
      child.send(question, (error) => {
        if (error !== null) letGo()
        onTold()
      })
    })
  }

  async function foresee(tasks: readonly TaskToForesee[]): Promise<Foreseen> {
    const answer = await (expected === null ? ask(tasks) : askRest(tasks, expected, ask))
    const files = new Map(tasks.map(({ id }, at) => [id, answer.files[at] ?? []]))
    return { files, standing: answer.standing }
  }

  async function close(): Promise<void> {
    const isStarted = child.pid !== undefined
    if (child.connected) child.disconnect()
    letGo()
    if (!isStarted) return
    // A process that still builds the index goes on without us.
    await Promise.race([ended, sleep(LONGEST_GOODBYE_MS, null, { ref: false })])
    child.unref()
  }

  return {
    expect: (tasks) =>
      new Promise((resolve) => {
        expected = { questions: tasks.map(questionIn), answer: ask(tasks, resolve) }
      }),
    foresee,
    standing: async () => (await ask([])).standing,
    close,
    [Symbol.asyncDispose]: close,
  }
}

const LONGEST_GOODBYE_MS = 500

/** Tasks that were sent ahead, and the answer to them. */
interface Expected {
  readonly questions: readonly string[]
  readonly answer: Promise<Answer>
}

/** Asks only about tasks that were not sent ahead, or that have changed since. */
async function askRest(
  tasks: readonly TaskToForesee[],
  { questions, answer }: Expected,
  ask: (tasks: readonly TaskToForesee[]) => Promise<Answer>,
): Promise<Answer> {
  const places = new Map(questions.map((question, at) => [question, at]))
  const others = tasks.filter((task) => !places.has(questionIn(task)))
  const [early, late] = await Promise.all([answer, others.length === 0 ? null : ask(others)])
  const rest = new Map(others.map(({ id }, at) => [id, late?.files[at] ?? []]))
  return {
    // If the two differ, the early answer was made from a less complete index.
    standing: early.standing,
    files: tasks.map(
      (task) => rest.get(task.id) ?? early.files[places.get(questionIn(task))!] ?? [],
    ),
  }
}

/** Tasks with the same text have the same files. A task file ends a prompt with a line break, which is ignored. */
const questionIn = ({ subject, body, files, epic }: TaskToForesee): string =>
  JSON.stringify([subject, body.trimEnd(), files, epic ?? null])
