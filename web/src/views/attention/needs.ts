/** What needs a person, as the page lists it: each need by a name of its own, filtered by kind. */
import type { Attention, AttentionKind } from '../../../../src/core/report/attention.ts'
import { attentionFor } from '../../../../src/core/report/attention-document.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { KIND_WORDS } from '../../../../src/core/say/say-attention.ts'
import type { ShownRun } from '../../data/live/shown-run.tsx'

/**
 * The same for as long as the same thing is needed: a question is first asked, and then its agent stands still
 * for it, while somebody is writing the answer.
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

/** How what needs a person is found in a run that is shown; always the same for the same kind of run. */
export const needsFinder = ({ mode, conducted }: Pick<ShownRun, 'mode' | 'conducted'>) =>
  mode === 'live' && !conducted ? whileLetGo : whileConducted

/** "Red check" */
export function kindName(kind: AttentionKind): string {
  const words = KIND_WORDS[kind]
  return words.slice(0, 1) + words.slice(1).toLowerCase()
}

export interface KindCount {
  readonly kind: AttentionKind
  readonly count: number
}

/** In the order of the queue; a kind that is asked for is there also when nothing of it is left. */
export function kindsIn(
  needs: readonly Attention[],
  asked: AttentionKind | null,
): readonly KindCount[] {
  const counts = new Map<AttentionKind, number>()
  for (const { kind } of needs) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (asked !== null && !counts.has(asked)) counts.set(asked, 0)
  return [...counts].map(([kind, count]) => ({ kind, count }))
}

/** null: no such kind, so all of them. */
export const kindSaid = (text: string | null): AttentionKind | null =>
  text !== null && Object.hasOwn(KIND_WORDS, text) ? (text as AttentionKind) : null
