/** Foresight for other parts of Conductor: a process of its own is asked, and nobody has to wait for the index. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskToForesee } from '../../core/foresight/foresee-task.ts'
import type { ForeseenFile } from '../../core/foresight/foreseen-file.ts'
import type { Workspace } from '../place/workspace.ts'
import type { ForesightAnswer, ForesightQuestion, ForesightStanding } from './foresight-messages.ts'

export interface OpenForesight extends AsyncDisposable {
  /** The files of each task, the likeliest first; none where nothing can be foreseen. */
  foresee(tasks: readonly TaskToForesee[]): Promise<ReadonlyMap<string, readonly ForeseenFile[]>>
  standing(): Promise<ForesightStanding>
  close(): Promise<void>
}

const GONE: Omit<ForesightAnswer, 'number'> = {
  standing: { is: 'none', why: 'the process that foresees has ended' },
  files: [],
}

/** Never complains: without a repository, or without git, nothing is foreseen, and `standing` says why. */
export function openForesight({ folder }: Workspace): OpenForesight {
  const child = spawn(process.execPath, [process.argv[1]!, 'foresight-process'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const waiting = new Map<number, (answer: Omit<ForesightAnswer, 'number'>) => void>()
  // Node announces no `close` when we close the channel first.
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let isGone = false
  let asked = 0
  const letGo = (): void => {
    isGone = true
    for (const answer of waiting.values()) answer(GONE)
    waiting.clear()
  }
  child.on('error', letGo).on('disconnect', letGo)
  child.on('message', (answer: ForesightAnswer) => {
    waiting.get(answer.number)?.(answer)
    waiting.delete(answer.number)
  })

  function ask(tasks: readonly TaskToForesee[]): Promise<Omit<ForesightAnswer, 'number'>> {
    if (isGone) return Promise.resolve(GONE)
    const question: ForesightQuestion = { number: ++asked, tasks }
    return new Promise((resolve) => {
      waiting.set(question.number, resolve)
      child.send(question, (error) => {
        if (error !== null) letGo()
      })
    })
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
    async foresee(tasks) {
      const { files } = await ask(tasks)
      return new Map(tasks.map(({ id }, at) => [id, files[at] ?? []]))
    },
    standing: async () => (await ask([])).standing,
    close,
    [Symbol.asyncDispose]: close,
  }
}

const LONGEST_GOODBYE_MS = 500
