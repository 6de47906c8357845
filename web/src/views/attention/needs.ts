/** The needs as the attention view lists them: each with a name of its own, filtered by kind. */
import type { Attention, AttentionKind } from '../../../../src/core/report/attention.ts'
import { attentionFor, type Frozen } from '../../../../src/core/report/attention-document.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { KIND_WORDS } from '../../../../src/core/say/say-attention.ts'
import type { ShownRun } from '../../data/live/shown-run.tsx'

/**
 * The name stays the same for as long as the need is the same. A question's `since` changes when its agent stops to
 * wait for the answer, which the user may be writing then; so a question is named by its decision.
 */
export const needName = (need: Attention): string => {
  const which = whichOf(need)
  return `${need.kind} ${need.task ?? 'run'} ${which}`
}

function whichOf(need: Attention): string | number {
  if (need.kind === 'question') return need.question.decision
  return need.kind === 'branch-moved' ? need.move.branch : need.since
}

const whileConducted = (run: Run, now: number) => attentionFor(run, { now, isConducted: true })
const whileLetGo = (run: Run, now: number) => attentionFor(run, { now, isConducted: false })

type NeedsFinder = (run: Run, now: number) => readonly Attention[]

const whileFrozen = new WeakMap<Frozen, NeedsFinder>()

function finderWhile(frozen: Frozen): NeedsFinder {
  const finder: NeedsFinder = (run, now) => attentionFor(run, { now, isConducted: true, frozen })
  whileFrozen.set(frozen, finder)
  return finder
}

/** The function that finds the needs of a shown run. It is the same function each time, for hooks that compare it. */
export function needsFinder({
  mode,
  conducted,
  frozen,
}: Pick<ShownRun, 'mode' | 'conducted' | 'frozen'>): NeedsFinder {
  if (frozen !== null) return whileFrozen.get(frozen) ?? finderWhile(frozen)
  return mode === 'live' && !conducted ? whileLetGo : whileConducted
}

/** "Red check", "PR ready" */
export function kindName(kind: AttentionKind): string {
  const [first = '', ...more] = KIND_WORDS[kind].split(' ')
  const begin = first === 'PR' ? first : first.slice(0, 1) + first.slice(1).toLowerCase()
  return [begin, ...more.map((word) => word.toLowerCase())].join(' ')
}

/** Nothing here waits for it: the user acts on the forge, whether or not the run is over. */
export const isPullNeed = ({ kind }: Attention): boolean =>
  kind === 'pull-ready' || kind === 'pull-stuck'

/** Whether an answer on this page continues a run that has no coordinator. */
export const canResume = (need: Attention): boolean => !isPullNeed(need) && need.kind !== 'forge'

export interface KindCount {
  readonly kind: AttentionKind
  readonly count: number
}

/** The kinds in the order of `needs`; the chosen kind is listed even when no need of it is left. */
export function kindsIn(
  needs: readonly Attention[],
  chosen: AttentionKind | null,
): readonly KindCount[] {
  const counts = new Map<AttentionKind, number>()
  for (const { kind } of needs) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (chosen !== null && !counts.has(chosen)) counts.set(chosen, 0)
  return [...counts].map(([kind, count]) => ({ kind, count }))
}

/** null: there is no such kind, so the view shows all. */
export const kindSaid = (text: string | null): AttentionKind | null =>
  text !== null && Object.hasOwn(KIND_WORDS, text) ? (text as AttentionKind) : null
