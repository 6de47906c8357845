/** The results of runs, as the web server shows and takes them. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { takeResult, tryResult, undoTake } from '../../conduct/take-result.ts'
import type { Run } from '../../core/run/run.ts'
import { sayTakeRefusal } from '../../core/say/say-take.ts'
import type { TakeRefusal } from '../../core/take/take-choices.ts'
import { takeDocument, type TakeDocument, type TakeEnd } from '../../core/take/take-wish.ts'
import { commitId } from '../../core/value/ids.ts'
import { inRun } from '../../core/value/home-paths.ts'
import { taskDiff } from '../../git/diff/task-diff.ts'
import { isRefusal } from '../../git/call/git-command.ts'
import { CannotCheck } from '../../git/land/check-rooms.ts'
import { maskOutput } from '../../processes/mask-output.ts'
import { notNow, type Refused } from '../../server/http/api-error.ts'
import type { ServedResults } from '../../server/served/served-results.ts'
import type { Workspace } from '../place/workspace.ts'
import { openUnderWay } from '../serve/repository/under-way.ts'
import { noticeAllTaken, withTakenNoticed } from './notice-taken.ts'
import { openTake, type OpenTake } from './open-take.ts'

export interface OpenedResults extends AsyncDisposable {
  /** null: this is not a git repository, so far. */
  current(): ServedResults | null
}

export function serveResults(workspace: Workspace): OpenedResults {
  const work = openUnderWay()
  const withTake = <Answer>(
    run: Run,
    act: (taking: OpenTake) => Promise<Answer>,
  ): Promise<Answer> =>
    work.mind(() =>
      explained(async () => {
        const options = { signal: work.signal, onCheck: () => {} }
        await using taking = await openTake(workspace, run, options)
        return act(taking)
      }),
    )
  /** Taking or undoing one result can change what the branch has of other runs. */
  const noticing = async (document: TakeDocument): Promise<TakeDocument> => {
    await noticeAllTaken(workspace)
    return document
  }
  const served: ServedResults = {
    look: (run) =>
      withTake(run, async (taking) => {
        await withTakenNoticed(workspace, run)
        return taking.look()
      }),
    diff: (run, file) =>
      withTake(run, async ({ repository }) => {
        const { base, tip } = mustHaveLanded(run)
        const place = { repository, scratch: inRun(workspace.home, run.id, 'diff') }
        return taskDiff(place, { base, commit: tip }, file === null ? {} : { file })
      }),
    patches: (run) =>
      withTake(run, async ({ ports: { git } }) => {
        const { tip } = mustHaveLanded(run)
        const range = { base: await git.baseOf(run, tip), result: tip }
        return { file: `run-${run.id}.patch`, text: await git.patchText(range) }
      }),
    take: (run, wish) =>
      withTake(run, async ({ ports }) => {
        const asked =
          wish.way === 'patches' ? { ...wish, folder: resolve(workspace.root, wish.folder) } : wish
        await withTakenNoticed(workspace, run)
        return noticing(documentOr(run, await takeResult(asked, ports)))
      }),
    check: (run, ff) =>
      withTake(run, async ({ ports }) => {
        const trial = await tryResult(ff, ports, true)
        if (!trial.ok) throw refusalOf(run, trial.refusal)
        return 'already' in trial
          ? { into: trial.already.branch, already: true, how: null, check: 'none' }
          : {
              into: trial.taking.branch,
              already: false,
              how: trial.taking.how,
              check: trial.check,
            }
      }),
    undo: (run) =>
      withTake(run, async ({ ports }) => {
        await withTakenNoticed(workspace, run)
        return noticing(documentOr(run, await undoTake(ports)))
      }),
  }
  return {
    current: () => (existsSync(join(workspace.root, '.git')) ? served : null),
    [Symbol.asyncDispose]: () => work[Symbol.asyncDispose](),
  }
}

function documentOr(run: Run, end: TakeEnd): TakeDocument {
  if (!end.ok) throw refusalOf(run, end.refusal)
  return takeDocument(run, end)
}

/** The output of a check may hold secrets, and goes to a browser. */
function refusalOf(run: Run, refusal: TakeRefusal): Refused {
  const { why, remedy } = sayTakeRefusal(run, refusal)
  return notNow(refusal.is.replaceAll('-', '_'), maskOutput(why), remedy)
}

function mustHaveLanded(run: Run) {
  if (run.target === null || run.target.tip === run.target.base)
    throw refusalOf(run, { is: 'nothing-landed' })
  return { base: commitId(run.target.base), tip: commitId(run.target.tip) }
}

/** Git or the machine refused: nothing was changed. */
async function explained<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof CannotCheck)) throw error
    throw notNow('refused', maskOutput(error.message), 'nothing was changed')
  }
}
