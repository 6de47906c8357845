/**
 * conductor foresight-process: foresees files for the process that started it, so that its loop stays free. Answers
 * quickly and less well while the index is being built. Ends with the process that started it, or when the index is
 * built.
 */
import { existsSync } from 'node:fs'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Foresight } from '../../core/foresight/foresight.ts'
import { filesOfTasks } from '../../core/foresight/foresee-task.ts'
import { openIndex } from '../../foresight/open-index.ts'
import { quickForesight } from '../../foresight/quick-foresight.ts'
import type { Progress } from '../../foresight/progress.ts'
import { Complaint } from '../console/complain.ts'
import {
  packFiles,
  type ForesightAnswer,
  type ForesightQuestion,
  type ForesightStanding,
} from './foresight-messages.ts'
import { keepAt, learnOutcomes, mustFindPlace } from './foresight-place.ts'

export async function foresightProcess(folder: string): Promise<number> {
  let progress: Progress | null = null
  let standing: ForesightStanding | null = null
  let foresight: Foresight | null = null
  const place = mustFindPlace(folder)
  const patience = sleep(PATIENCE_MS, null, { ref: false })
  let quick: Promise<Foresight> | null = null
  let isAsked = false
  const building = build().catch((error: unknown) => {
    const why = error instanceof Complaint ? error.message : String(error)
    standing = { is: 'none', why }
  })
  // bin/conductor.js would end this process at once, in the middle of the index.
  process.removeAllListeners('disconnect')
  process.on('message', (question: ForesightQuestion) => void answer(question))
  // bin/conductor.js does not let the channel keep this process alive, and between two questions nothing else does.
  const awake = setInterval(() => {}, LONGEST_BUILD_MS)
  await new Promise((resolve) => process.once('disconnect', resolve))
  clearInterval(awake)
  // The index is finished for the next question, even if this question was answered without it.
  await Promise.race([
    building,
    new Promise((resolve) => setTimeout(resolve, LONGEST_BUILD_MS).unref()),
  ])
  return 0

  async function build(): Promise<void> {
    const { past, head, home } = await place
    // Only looking at a plan makes no folder in a repository that Conductor has not been used in.
    const isUsed = home !== null && existsSync(home)
    const kept = keepAt(isUsed ? await place : { ...(await place), home: null })
    // Opening a kept index is faster than everything else that could answer.
    if (kept.file === null || !existsSync(kept.file)) await quickly()
    const opened = await openIndex(past, {
      commit: head,
      file: kept.file,
      progress: (now) => (progress = now),
    })
    learnOutcomes(opened.foresight, await place)
    const { commit } = opened
    standing = { is: 'ready', commit, note: kept.note ?? opened.note }
    ;({ foresight } = opened)
    void practise(opened.foresight)
  }

  /**
   * The first questions to a new process take several times as long as later ones. So the process asks itself
   * questions until the first real one comes.
   */
  async function practise(ready: Foresight): Promise<void> {
    const { subjects } = ready.index.messages
    const first = Math.max(0, subjects.size - MOST_PRACTICE)
    for (let commit = subjects.size - 1; commit >= first; commit--) {
      await setImmediate()
      if (isAsked || !process.connected) return
      ready.foresee({ subject: subjects.at(commit), body: '' })
    }
  }

  function quickly(): Promise<Foresight> {
    return (quick ??= place.then(({ past, head }) => quickForesight(past, head)))
  }

  async function answer({ number, tasks }: ForesightQuestion): Promise<void> {
    isAsked = true
    // A kept index opens quickly, so the answer waits a moment for it.
    await Promise.race([building, patience])
    const asked = foresight ?? (await quickly().catch(() => null))
    const files = asked === null ? tasks.map(() => []) : filesOfTasks(asked, tasks)
    const now: ForesightStanding = standing ?? { is: 'building', progress }
    const answer: ForesightAnswer = { number, standing: now, files: packFiles(files) }
    process.send?.(answer)
  }
}

const PATIENCE_MS = 1500
/** More questions hardly make the answers faster, and the other process may need the processor. */
const MOST_PRACTICE = 60
const LONGEST_BUILD_MS = 10 * 60_000
