/** L6: notices when somebody else has moved, rewound or deleted the target, and goes on from there. */
import { commitId, type CommitId, type TaskId } from '../../core/value/ids.ts'
import { ofEachTask, type Run } from '../../core/run/run.ts'
import type { Tell } from '../recorder.ts'
import type { Workshop } from '../git-workshop.ts'

export interface TargetWatch {
  /** Where the target is now. */
  look(): Promise<CommitId>
}

export function targetWatch(run: Run, { target, rescue }: Workshop, tell: Tell): TargetWatch {
  return {
    async look() {
      const knownTip = run.target!.tip
      const tip = (await target.tip()) ?? (await madeAgain(knownTip))
      if (tip !== knownTip) await noteMove(knownTip, tip)
      return tip
    },
  }

  async function madeAgain(knownTip: CommitId): Promise<CommitId> {
    const what = `the branch ${target.branch} was deleted; it was restored`
    if (await target.advance(null, knownTip))
      await tell(() => [{ type: 'noticed', about: null, what }])
    return (await target.tip()) ?? knownTip
  }

  /** Work that is no longer in the target counts as not landed. */
  async function noteMove(from: CommitId, to: CommitId): Promise<void> {
    const landed = landedTasks(run)
    const there = await target.reached([from, ...landed.values()], to)
    const isRewound = !there.has(from)
    if (isRewound) await rescue(from, `someone moved ${target.branch} away from it`)
    const lost = [...landed].filter(([, commit]) => !there.has(commit)).map(([task]) => task)
    // A person may put the target back.
    if (isRewound && lost.length === 0) await rescue(to, `someone moved ${target.branch} to it`)
    await tell(() =>
      run.target!.tip === from ? [{ type: 'target-moved', from, to, isRewound, lost }] : [],
    )
  }
}

function landedTasks(run: Run): ReadonlyMap<TaskId, CommitId> {
  const landed = ofEachTask(run, ({ id }, state) =>
    // A task that changed nothing cannot be taken out again.
    state.is === 'landed' && state.delivery !== null
      ? [[id, commitId(state.commit!)] as const]
      : [],
  )
  return new Map(landed)
}
