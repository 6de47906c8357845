/** conductor take: shows what a run has landed, and brings it where the user wants it. */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { takeResult, tryResult, undoTake } from '../../conduct/take-result.ts'
import type { Run } from '../../core/run/run.ts'
import { sayTakeRefusal, type SaidRefusal } from '../../core/say/say-take.ts'
import type { ResultDocument } from '../../core/take/result-document.ts'
import { sayResultInPulls } from '../../core/take/result-in-pulls.ts'
import type { FastForward, TakeRefusal } from '../../core/take/take-choices.ts'
import { ownTake } from '../../core/take/taking.ts'
import { takeDocument, type TakeEnd, type TakeWish } from '../../core/take/take-wish.ts'
import {
  BAD_INPUT,
  Complaint,
  COULD_NOT_GO_ON,
  INTERRUPTED,
  SOME_DID_NOT_LAND,
} from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { reworded } from '../console/console.ts'
import { interruptible } from '../console/interruptible.ts'
import { isRefusal } from '../../git/call/git-command.ts'
import { CannotCheck } from '../../git/land/check-rooms.ts'
import { linesHere, lookAtRun, recentRunsWith } from '../look/read-runs.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'
import { missingHere } from './missing-here.ts'
import { noticeAllTaken, withTakenNoticed } from './notice-taken.ts'
import { openTake, type OpenTake } from './open-take.ts'
import { exampleOf, sayChoices, sayMore, sayTried, sayWhatLanded } from './say-choices.ts'
import { sayQuestion, wishTyped } from './typed-wish.ts'
import { sayUntakenEarlier } from './untaken-earlier.ts'

export interface TakeFlags {
  readonly run: string | undefined
  readonly merge: boolean
  readonly branch: string | undefined
  readonly patches: string | undefined
  /** true: no remote was named. */
  readonly push: string | true | undefined
  readonly ff: FastForward
  readonly check: boolean
  readonly undo: boolean
}

export async function takeCommand(flags: TakeFlags, plain: Console): Promise<number> {
  const workspace = findWorkspace(plain.folder)
  const run = await withTakenNoticed(workspace, await runToTake(workspace, flags))
  const lines = linesHere(workspace, run.id)
  const console = reworded(plain, lines)
  const wish = wishIn(flags, console)
  const isShown = flags.undo || (wish === null && !flags.check)
  const inPulls = isShown ? null : sayResultInPulls(run, await missingHere(run))
  if (inPulls !== null) console.remark(`note: ${inPulls}`)
  return interruptible(async (signal) => {
    const onCheck = (check: string): void => console.remark(`checking the merged result: ${check}`)
    await using taking = await openTake(workspace, run, { signal, onCheck })
    const place = { workspace, run, console, taking, signal }
    try {
      if (flags.undo) return await answer(place, await undoTake(taking.ports))
      if (flags.check) return await tryIt(place, flags.ff)
      if (wish !== null) return await answer(place, await takeResult(wish, taking.ports))
      return await showAndAsk(place)
    } catch (error) {
      if (error instanceof Complaint)
        throw new Complaint(error.message, lines(error.hint ?? ''), error.exitCode)
      if (!isRefusal(error) && !(error instanceof CannotCheck)) throw error
      const code = signal.aborted ? INTERRUPTED : COULD_NOT_GO_ON
      throw new Complaint(error.message, 'nothing was changed', code)
    }
  })
}

/** The named run; else the newest, and for an undo the one that was taken last. */
async function runToTake(workspace: Workspace, { run, undo }: TakeFlags): Promise<Run> {
  if (run !== undefined || !undo) return lookAtRun(workspace, run)
  await noticeAllTaken(workspace)
  const taken = recentRunsWith(workspace, 'result-taken')
  const takenAt = (one: Run): number => ownTake(one)?.at ?? 0
  const last = taken.toSorted((one, other) => takenAt(one) - takenAt(other)).at(-1)
  return last === undefined || takenAt(last) === 0 ? lookAtRun(workspace) : last
}

interface Place {
  readonly workspace: Workspace
  readonly run: Run
  readonly console: Console
  readonly taking: OpenTake
  readonly signal: AbortSignal
}

/** null: nothing was chosen. */
function wishIn(flags: TakeFlags, { folder }: Console): TakeWish | null {
  const { merge, branch, patches, push, ff, check, undo } = flags
  const chosen = [
    merge ? '--merge' : null,
    branch === undefined ? null : '--branch',
    patches === undefined ? null : '--patches',
    push === undefined ? null : '--push',
    undo ? '--undo' : null,
  ].filter((name) => name !== null)
  if (chosen.length > 1 || (check && chosen.some((name) => name !== '--merge')))
    throw new Complaint(
      `${[...chosen, ...(check ? ['--check'] : [])].join(' and ')} cannot be combined`,
      'choose one of --merge, --branch, --patches and --push; --check only tries a merge',
    )
  if (ff !== 'auto' && chosen.length > 0 && !merge)
    throw new Complaint(
      `--ff-only and --no-ff say how to merge, and ${chosen[0]} does not merge`,
      'use them with --merge or --check',
    )
  if (branch !== undefined) return { way: 'branch', name: branch }
  if (patches !== undefined) return { way: 'patches', folder: resolve(folder, patches) }
  if (push !== undefined) return { way: 'push', remote: push === true ? null : push }
  return merge || (ff !== 'auto' && !check) ? { way: 'merge', ff } : null
}

/** Prints what can be taken, and takes nothing. */
export async function showResult(wanted: string | undefined, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const run = await withTakenNoticed(workspace, lookAtRun(workspace, wanted))
  return interruptible(async (signal) => {
    await using taking = await openTake(workspace, run, { signal, onCheck: () => {} })
    show(await taking.look(), { workspace, run, console })
    return 0
  })
}

function show(seen: ResultDocument, place: Pick<Place, 'workspace' | 'run' | 'console'>): void {
  const nothing = seen.ways.every(({ possible }) => !possible) ? seen.ways[0]! : null
  const { console } = place
  if (nothing !== null)
    throw complaintOf(place, nothing.refused!, { why: nothing.why!, remedy: nothing.next_step! })
  console.answer([...sayWhatLanded(seen), '', ...sayChoices(seen)].join('\n'), seen)
}

async function showAndAsk(place: Place): Promise<number> {
  const { console, run, taking } = place
  const seen = await taking.look()
  show(seen, place)
  if (seen.ways[0]!.possible && seen.taken !== null && seen.taken.is_all) return 0
  const isAsked = !console.json && process.stdin.isTTY && process.stdout.isTTY
  if (!isAsked) {
    console.remark(`\nNothing was taken: choose one of these, for example ${exampleOf(seen)}`)
    return BAD_INPUT
  }
  const wish = await asked(seen, console)
  if (wish === null) {
    console.say(`Not now. Run ${run.id} stays on ${seen.target}.`)
    return 0
  }
  return answer(place, await takeResult(wish, taking.ports))
}

/** Asks once, in the words of the flags; null: not now. */
async function asked(seen: ResultDocument, { folder }: Console): Promise<TakeWish | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(`\n${sayQuestion(seen)}`)
  terminal.close()
  const wish = wishTyped(typed, seen)
  if (wish === 'unknown')
    throw new Complaint(`"${typed}" is not one of the choices`, 'nothing was changed')
  return wish?.way === 'patches' ? { ...wish, folder: resolve(folder, wish.folder) } : wish
}

async function answer(place: Place, end: TakeEnd): Promise<number> {
  const { workspace, run, console } = place
  if (!end.ok) throw refusalOf(place, end.refusal)
  await noticeAllTaken(workspace)
  const document = takeDocument(run, end)
  console.answer([document.says, ...sayMore(end)].join('\n'), document)
  return 0
}

async function tryIt(place: Place, ff: FastForward): Promise<number> {
  const { run, console, taking, signal } = place
  const trial = await tryResult(ff, taking.ports, true)
  if (signal.aborted) return INTERRUPTED
  if (!trial.ok) throw refusalOf(place, trial.refusal)
  console.answer(sayTried(run, trial), {
    run: run.id,
    would_take: true,
    ...('already' in trial
      ? { already: true, into: trial.already.branch }
      : { already: false, into: trial.taking.branch, how: trial.taking.how, check: trial.check }),
  })
  return 0
}

const refusalOf = (place: Place, refusal: TakeRefusal): Complaint =>
  complaintOf(place, refusal.is, sayTakeRefusal(place.run, refusal))

function complaintOf(
  { workspace, run }: Pick<Place, 'workspace' | 'run'>,
  is: string,
  { why, remedy }: SaidRefusal,
): Complaint {
  const earlier = is === 'nothing-landed' ? sayUntakenEarlier(workspace, run) : null
  return new Complaint(why, earlier ?? remedy, exitCodeOf(is))
}

/** Work that does not fit together is no mistake of the user. */
function exitCodeOf(is: string): number {
  if (is === 'check-stopped' || is === 'push-stopped') return INTERRUPTED
  if (is === 'not-put-back') return COULD_NOT_GO_ON
  return is === 'conflict' || is === 'check-failed' ? SOME_DID_NOT_LAND : BAD_INPUT
}
