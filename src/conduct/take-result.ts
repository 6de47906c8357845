/** Takes the result of a run, and undoes that: decides, records what is about to happen, lets git act, records that. */
import type { Run } from '../core/run/run.ts'
import { sayStaleSubmodules } from '../core/say/say-take.ts'
import { takeMessage } from '../core/take/take-message.ts'
import {
  checksFor,
  hasPassed,
  mergeOf,
  refuseTake,
  remoteOf,
  resultOf,
  undoOfTake,
  type Decision,
  type FastForward,
} from '../core/take/take-choices.ts'
import {
  isInBranch,
  lastTaken,
  lastToUndo,
  type MergeTaking,
  type TakeCheck,
  type Taking,
  type TakeUnderWay,
} from '../core/take/taking.ts'
import type { TakeDone, TakeEnd, TakeWish } from '../core/take/take-wish.ts'
import type { CommitId } from '../core/value/ids.ts'
import type { TakePorts } from './take-ports.ts'

export async function takeResult(wish: TakeWish, ports: TakePorts): Promise<TakeEnd> {
  // A copy needs no checkout, so a merge that was cut off does not stand in its way.
  if (wish.way !== 'merge') return takeCopy(wish, ports)
  const settled = await settleTake(ports)
  return settled.ok ? takeByMerge(wish.ff, ports) : settled
}

/** Finishes or drops what an earlier process has begun and not ended. */
async function settleTake(ports: TakePorts): Promise<Decision<object>> {
  if (ports.look().run.takeUnderWay === null) return { ok: true }
  return ports.alone(async ({ takeUnderWay: begun }, record) => {
    if (begun === null) return { ok: true }
    const became = await ports.git.settle(stepOf(begun))
    if (typeof became !== 'string') return refuseTake({ is: 'half-done', ...became })
    record(became === 'moved' ? [factOf(begun)] : [{ type: 'take-dropped' }])
    return { ok: true }
  })
}

const stepOf = ({ taking: { branch, from, to }, isUndo }: TakeUnderWay) =>
  isUndo ? { branch, from: to, to: from } : { branch, from, to }

const factOf = ({ taking, result, check, isUndo }: TakeUnderWay) =>
  isUndo
    ? ({ type: 'take-undone', taking } as const)
    : ({ type: 'result-taken', taking, result, check } as const)

interface Trial {
  readonly taking: MergeTaking
  readonly result: CommitId
  readonly check: TakeCheck
}

type TrialEnd = Decision<Trial> | Already

/** The branch has the result already. */
interface Already {
  readonly ok: true
  readonly already: { readonly branch: string; readonly tip: CommitId; readonly result: CommitId }
}

/** Test-merges the result and checks it; nothing that anyone sees is changed. again: the check runs in any case. */
export async function tryResult(
  ff: FastForward,
  ports: TakePorts,
  again: boolean,
): Promise<TrialEnd> {
  const { run, conducted } = ports.look()
  const sight = await ports.git.look(run)
  const offered = resultOf(run, { conducted }, sight)
  if (!offered.ok) return offered
  const { result } = offered
  const decided = mergeOf(sight, ff)
  if (!decided.ok) return decided
  const { branch, from, how } = decided
  if (how === 'already') return { ok: true, already: { branch, tip: from, result } }
  const to =
    how === 'fast-forward' ? result : await mergedWith(run, { branch, from, result }, ports)
  if (to === null) return refuseTake({ is: 'moved', branch })
  const checked = await checkResult(run, to, { branch, again }, ports)
  if (!checked.ok) return checked
  return { ok: true, taking: { is: 'merge', branch, from, to, how }, result, check: checked.check }
}

/** null: the branch has moved since it was looked at, so that they conflict now. */
async function mergedWith(
  run: Run,
  { branch, from, result }: { branch: string; from: CommitId; result: CommitId },
  { git }: TakePorts,
): Promise<CommitId | null> {
  const merge = await git.merge({ onto: from, commit: result, message: takeMessage(run, branch) })
  return merge.is === 'merged' ? merge.commit : null
}

async function checkResult(
  run: Run,
  commit: CommitId,
  { branch, again }: { readonly branch: string; readonly again: boolean },
  { checks, signal, onCheck }: TakePorts,
): Promise<Decision<{ readonly check: TakeCheck }>> {
  const lines = checksFor(run)
  if (lines.length === 0) return { ok: true, check: 'none' }
  if (!again && hasPassed(run, commit)) return { ok: true, check: 'landed' }
  for (const check of lines) {
    onCheck(check)
    const first = await checks.run(commit, check, signal)
    // As in L4: a red check runs once more before it counts.
    const end = first.passed || signal.aborted ? first : await checks.run(commit, check, signal)
    if (signal.aborted) return refuseTake({ is: 'check-stopped' })
    const { passed, log, lastLines } = end
    if (!passed) return refuseTake({ is: 'check-failed', branch, check, log, lastLines })
  }
  return { ok: true, check: 'passed' }
}

async function takeByMerge(ff: FastForward, ports: TakePorts): Promise<TakeEnd> {
  const trial = await tryResult(ff, ports, false)
  if (!trial.ok) return trial
  if ('already' in trial) return sayAlready(trial, ports)
  const { taking, result, check } = trial
  return ports.alone(async (run, record) => {
    // The check took its time: another take, or the user, may have come first.
    const now = mergeOf(await ports.git.look(run), ff)
    if (!now.ok) return now
    if (now.how === 'already')
      return done(lastTaken(run)?.taking ?? taking, check, { isNew: false })
    if (now.from !== taking.from || run.takeUnderWay !== null)
      return refuseTake({ is: 'moved', branch: taking.branch })
    const begun: TakeUnderWay = { taking, result, check, isUndo: false }
    return carryOut(run, begun, ports, record)
  })
}

const done = (
  taking: Taking,
  check: TakeCheck,
  more: Partial<Omit<TakeDone, 'taking' | 'check'>> = {},
): TakeEnd => ({
  ok: true,
  taking,
  check,
  isNew: true,
  isUndo: false,
  isKept: true,
  remarks: [],
  ...more,
})

type Record = Parameters<Parameters<TakePorts['alone']>[0]>[1]

/** The intention is durable before git acts, so that a crash at any moment can be told from the user's own changes. */
async function carryOut(
  run: Run,
  begun: TakeUnderWay,
  { git }: TakePorts,
  record: Record,
): Promise<TakeEnd> {
  const step = stepOf(begun)
  record([{ type: 'take-begun', ...begun }])
  const reason = `${begun.isUndo ? 'undo: take' : 'take'} run ${run.id}`
  try {
    const refusal = await git.move(step, { reason, name: run.id })
    record(refusal === null ? [factOf(begun)] : [{ type: 'take-dropped' }])
    if (refusal !== null) return refuseTake(refusal)
    return await moved()
  } catch (error) {
    const because = [messageOf(error)]
    const became = await git.settle(step).catch((again: unknown) => {
      because.push(messageOf(again))
    })
    if (became === undefined) return refuseTake({ is: 'not-put-back', because })
    if (typeof became !== 'string') return refuseTake({ is: 'half-done', ...became })
    record(became === 'moved' ? [factOf(begun)] : [{ type: 'take-dropped' }])
    if (became === 'not-moved') throw error
    return moved()
  }

  async function moved(): Promise<TakeEnd> {
    const remarks = sayStaleSubmodules(await git.staleSubmodules(step).catch(() => []))
    return done(begun.taking, begun.check, { isUndo: begun.isUndo, remarks })
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Another take may have been quicker: how the result came there is known when it has recorded that. */
async function sayAlready({ already }: Already, ports: TakePorts): Promise<TakeEnd> {
  const { branch, tip, result } = already
  return ports.alone(async (run) => {
    const earlier = run.taken.findLast((one) => one.result === result && isInBranch(one.taking))
    const taking = earlier?.taking ?? ({ is: 'by-hand', branch, to: tip } as const)
    return done(taking, earlier?.check ?? 'none', { isNew: false })
  })
}

/** A branch, patches or a push: copies, which change nothing that the user has. */
async function takeCopy(
  wish: Exclude<TakeWish, { way: 'merge' }>,
  ports: TakePorts,
): Promise<TakeEnd> {
  const { run: seen, conducted } = ports.look()
  const sight = await ports.git.look(seen)
  const offered = resultOf(seen, { conducted }, sight)
  if (!offered.ok) return offered
  const { result } = offered
  const pushed = wish.way === 'push' ? remoteOf(sight, wish.remote) : null
  if (pushed?.ok === false) return pushed
  const copying = (run: Run) => copy(run, wish, { result, remote: pushed?.remote ?? '' }, ports)
  // A push may take its time, so nothing else waits for it.
  const early = wish.way === 'push' ? await copying(seen) : null
  return ports.alone(async (run, record) => {
    const copied = early ?? (await copying(run))
    if (!copied.ok) return copied
    const { taking, isNew, remarks } = copied
    // What was so before is not ours, so it is not ours to undo, either.
    if (isNew) record([{ type: 'result-taken', taking, result, check: 'none' }])
    return done(taking, 'none', { isNew, remarks })
  })
}

type Copied = Decision<Pick<TakeEnd & { ok: true }, 'taking' | 'isNew' | 'remarks'>>

async function copy(
  run: Run,
  wish: Exclude<TakeWish, { way: 'merge' }>,
  { result, remote }: { readonly result: CommitId; readonly remote: string },
  { git, signal }: TakePorts,
): Promise<Copied> {
  switch (wish.way) {
    case 'branch': {
      const made = await git.makeBranch(wish.name, result)
      if (typeof made !== 'string') return refuseTake(made)
      const taking = { is: 'branch', branch: wish.name, to: result } as const
      return { ok: true, taking, isNew: made === 'made', remarks: [] }
    }
    case 'patches': {
      const { folder } = wish
      const base = await git.baseOf(run, result)
      const count = await git.writePatches({ base, result }, folder)
      if (typeof count !== 'number') return refuseTake(count)
      return { ok: true, taking: { is: 'patches', folder, count }, isNew: true, remarks: [] }
    }
    case 'push': {
      const { branch } = run.target!
      const pushed = await git.push({ remote, branch, commit: result, signal })
      if ('is' in pushed) return refuseTake(pushed)
      const taking = { is: 'push', remote, branch, to: result } as const
      return { ok: true, taking, ...pushed }
    }
  }
}

/** Undoes the last take, if nothing was built on it. */
export async function undoTake(ports: TakePorts): Promise<TakeEnd> {
  const settled = await settleTake(ports)
  if (!settled.ok) return settled
  const first = await lookAtUndo(ports.look().run, ports)
  if (!first.ok) return first
  const undone = await undoAlone(ports)
  if (!undone.ok) return undone
  const { result } = await ports.git.look(ports.look().run)
  return { ...undone, isKept: result !== null }
}

function undoAlone(ports: TakePorts): Promise<TakeEnd> {
  return ports.alone(async (run, record) => {
    const decided = await lookAtUndo(run, ports)
    if (!decided.ok) return decided
    const { taking, result, check } = decided.taken
    if (taking.is === 'merge')
      return carryOut(run, { taking, result, check, isUndo: true }, ports, record)
    if (taking.is !== 'branch') return refuseTake({ is: 'cannot-undo', taking })
    if (!(await ports.git.deleteBranch(taking.branch, taking.to)))
      return refuseTake({ is: 'moved', branch: taking.branch })
    record([{ type: 'take-undone', taking }])
    return done(taking, check, { isUndo: true })
  })
}

export async function lookAtUndo(run: Run, { git, look }: Pick<TakePorts, 'git' | 'look'>) {
  const last = lastToUndo(run)
  const sight = last === null ? null : await git.lookAtTaken(last.taking)
  return undoOfTake(run, look(), sight)
}
