/** What a user wants with the result of a run, and what became of it. */
import { sayTaking, short } from '../say/say-take.ts'
import type { TakenSummary } from '../report/summary.ts'
import type { Run } from '../run/run.ts'
import { shellWord } from '../text/command-line.ts'
import { howOf } from './how-taken.ts'
import type { Decision, FastForward } from './take-choices.ts'
import type { TakeCheck, Taking } from './taking.ts'

export type TakeWish =
  | { readonly way: 'merge'; readonly ff: FastForward }
  | { readonly way: 'branch'; readonly name: string }
  /** folder: absolute. */
  | { readonly way: 'patches'; readonly folder: string }
  /** remote null: the only one, or origin. */
  | { readonly way: 'push'; readonly remote: string | null }

export interface TakeDone {
  readonly taking: Taking
  readonly check: TakeCheck
  /** false: the result had been taken like this before, and nothing has changed. */
  readonly isNew: boolean
  readonly isUndo: boolean
  /** The remote has the branch with the result. */
  readonly isKept: boolean
  /** What the remote says, and what is to be done next. */
  readonly remarks: readonly string[]
}

export type TakeEnd = Decision<TakeDone>

/** A take, as `--json` and the API return it. */
export interface TakeDocument extends Pick<TakenSummary, 'how' | 'into' | 'commit'> {
  readonly run: string
  /** A sentence for people. */
  readonly says: string
  readonly check: TakeCheck
  readonly is_new: boolean
  readonly can_undo: boolean
  readonly remarks: readonly string[]
}

export const takeDocument = (run: Run, done: TakeDone): TakeDocument => ({
  run: run.id,
  says: sayTakeDone(run, done),
  ...howOf(done.taking),
  check: done.check,
  is_new: done.isNew,
  can_undo: !done.isUndo && (done.taking.is === 'merge' || done.taking.is === 'branch'),
  remarks: done.remarks,
})

const CHECKED: Readonly<Record<TakeCheck, string>> = {
  passed: '; the check passed on it',
  landed: '; the check passed on this commit when it landed',
  none: '',
}

function sayTakeDone(run: Run, { taking, check, isNew, isUndo, isKept }: TakeDone): string {
  if (isUndo) return `Undone: ${sayBack(taking)}. ${isKept ? sayKept(run) : sayNotKept(run)}`
  if (taking.is === 'branch' && !isNew)
    return `The branch ${taking.branch} is at the result of run ${run.id} already; nothing was changed.`
  const taken = `Run ${run.id} was ${sayTaking(taking)}`
  return isNew ? `${taken}${CHECKED[check]}.` : `${taken} already; nothing was changed.`
}

const sayKept = ({ target }: Run): string => `The result stays on ${target?.branch}.`

const sayNotKept = ({ target }: Run): string =>
  `The branch ${target?.branch} with the result is gone; make it again: git branch ${shellWord(target?.branch ?? '')} ${target?.tip}`

const sayBack = (taking: Taking): string =>
  taking.is === 'merge'
    ? `${taking.branch} is back at ${short(taking.from)}`
    : `the branch ${'branch' in taking ? taking.branch : ''} is deleted`
