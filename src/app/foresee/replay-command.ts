/** conductor foresee --replay: foresees past commits with only what was known before each, and says how right that was. */
import { rightnessOf, type Judged, type Rightness } from '../../core/foresight/learn/measures.ts'
import { changedBy, isLikeTask, type PastCommit } from '../../core/foresight/index/past-commit.ts'
import type { PastOfRepository } from '../../foresight/ports.ts'
import type { Tell } from '../../foresight/progress.ts'
import { walkHistory } from '../../foresight/walk-history.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { mustFindPlace, readingPast } from './foresight-place.ts'
import { progressLine } from './progress-line.ts'
import { percentOf } from './say-percent.ts'

export interface ReplayOptions {
  readonly replay: number
  readonly lag: number
  readonly at: string | undefined
  readonly subjectOnly: boolean
}

export async function replayCommand(options: ReplayOptions, console: Console): Promise<number> {
  const { past, head } = await mustFindPlace(console.folder)
  const until = options.at === undefined ? head : await past.commitOf(options.at)
  if (until === null)
    throw new Complaint(
      `there is no commit ${options.at}`,
      'name a commit, a branch or a tag: git log --oneline lists commits',
    )
  const progress = progressLine((text) => console.remark(text))
  const replayed = await readingPast(() => replay(past, { ...options, until, progress }))
  const rightness = rightnessOf(replayed.filter(({ isLikeTask }) => isLikeTask))
  const commits = replayed.map(({ commit, isLikeTask, foreseen }) => ({
    commit,
    scored: isLikeTask,
    files: foreseen.map(({ path, p }) => ({ path, p: Number(p.toFixed(6)) })),
  }))
  console.answer(sayRightness(rightness, options), { commits, rightness })
  return 0
}

interface Replayed extends Judged {
  readonly commit: string
  readonly isLikeTask: boolean
}

const MOST_FILES = 60

/** Every commit from the first of the wanted ones on; those that are not like tasks are foreseen, too, but not judged. */
async function replay(
  past: PastOfRepository,
  options: Omit<ReplayOptions, 'at'> & { readonly until: string; readonly progress?: Tell },
): Promise<readonly Replayed[]> {
  const replayed: Replayed[] = []
  await walkHistory(past, {
    ...options,
    replayed: options.replay,
    foretell: (foresight, commit) => {
      const text = options.subjectOnly ? { ...commit, body: '' } : commit
      const foreseen = foresight.foresee(text).files.slice(0, MOST_FILES)
      replayed.push({ ...judgedOf(commit), foreseen })
    },
  })
  return replayed
}

const judgedOf = (commit: PastCommit): Omit<Replayed, 'foreseen'> => ({
  commit: commit.id,
  touched: changedBy(commit),
  isLikeTask: isLikeTask(commit),
})

function sayRightness(right: Rightness, { lag, subjectOnly, replay }: ReplayOptions): string {
  if (right.tasks === 0)
    return 'No commit changed between 1 and 10 existing files, a source file among them: there is nothing to judge.'
  const knowing = lag === 0 ? 'everything before it' : `what was ${sayCount(lag, 'commit')} old`
  const fewer =
    right.tasks < replay ? [`The history has only ${right.tasks} such commits, not ${replay}.`] : []
  return [
    ...fewer,
    `${sayCount(right.tasks, 'commit')} that changed 1 to 10 existing files, each foreseen from its ${subjectOnly ? 'subject' : 'message'}, knowing only ${knowing}:`,
    `  ${percentOf(right.recall10)} of the changed files are among the first 10, ${percentOf(right.recall5)} among the first 5`,
    `  ${percentOf(right.precision5)} of the first 5 files were changed, ${percentOf(right.precision10)} of the first 10`,
    `  mean reciprocal rank ${right.reciprocalRank.toFixed(3)}`,
    `  ${percentOf(right.collidingPairs)} of all pairs share a file; collisions: AUC ${right.collisionAuc.toFixed(3)}`,
    `  calibration error: files ${right.fileError.toFixed(3)}, pairs ${right.pairError.toFixed(3)}`,
  ].join('\n')
}
