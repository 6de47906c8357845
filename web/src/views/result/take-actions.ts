/** What a user can do with the result of a run: each action confirms what will happen, and offers Undo where it can. */
import type { ResultDocument, WayDocument } from '../../../../src/core/take/result-document.ts'
import type { TakeDocument } from '../../../../src/core/take/take-wish.ts'
import { Refused } from '../../data/api/client.ts'
import { askPerson } from '../../parts/ask-person.tsx'
import type { PersonQuestion } from '../../parts/person-question.ts'
import { say } from '../../parts/toasts.tsx'
import { readPatches, takeIt, undoIt, type Wish } from './result-calls.ts'

/** changed: the result is to be read again. */
export interface TakeHands {
  readonly changed: () => void
  /** While a take is under way, which may include a check. */
  readonly busy: (what: string | null) => void
}

export const wayIn = ({ ways }: ResultDocument, wanted: WayDocument['way']): WayDocument =>
  ways.find(({ way }) => way === wanted)!

export async function merge(result: ResultDocument, hands: TakeHands): Promise<void> {
  const { run, into, is_checked } = result
  const checked = is_checked ? ' It is checked first.' : ''
  const isWanted = await confirmed({
    title: `Merge run ${run} into ${into}?`,
    text: `${sentence(wayIn(result, 'merge').says)}${checked} If ${into} is checked out, its files follow; files that git does not track are never touched. You can undo it as long as nothing is built on it.`,
    yes: `Merge into ${into}`,
  })
  if (isWanted) await carryOut(run, { way: 'merge', ff: 'auto' }, hands)
}

export async function makeBranch({ run }: ResultDocument, hands: TakeHands): Promise<void> {
  const name = await askPerson({
    title: `Make a branch of run ${run}`,
    text: 'A new branch at the result; nothing else changes.',
    words: 'Name of the branch',
    isLine: true,
    said: `run-${run}`,
    yes: 'Make the branch',
  })
  if (name !== null) await carryOut(run, { way: 'branch', name: name.trim() }, hands)
}

export async function push(result: ResultDocument, hands: TakeHands): Promise<void> {
  const { run } = result
  const text = `${sentence(wayIn(result, 'push').says)} Nothing is overwritten there.`
  if (await confirmed({ title: `Push run ${run}?`, text, yes: 'Push' }))
    await carryOut(run, { way: 'push', remote: null }, hands)
}

const confirmed = async (question: PersonQuestion): Promise<boolean> =>
  (await askPerson(question)) !== null

/** The name of a branch may come first, so that no letter is made a capital one. */
const sentence = (says: string): string => `What will happen: ${says}.`

async function carryOut(run: string, wish: Wish, hands: TakeHands): Promise<void> {
  hands.busy(wish.way === 'merge' ? 'Merging and checking …' : 'Taking it …')
  await said(
    () => takeIt(run, wish),
    hands,
    () => void undo(run, hands),
  )
}

export async function undo(run: string, hands: TakeHands): Promise<void> {
  hands.busy('Undoing …')
  await said(() => undoIt(run), hands, null)
}

async function said(
  act: () => Promise<TakeDocument>,
  { changed, busy }: TakeHands,
  undoing: (() => void) | null,
): Promise<void> {
  try {
    const { says, can_undo, is_new, remarks } = await act()
    say(says, { hint: remarks.at(-1) ?? null, undo: can_undo && is_new ? undoing : null })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say(error.message, { kind: 'refused', hint: error.hint })
  } finally {
    busy(null)
    changed()
  }
}

/** The browser saves them as one file, which `git am` reads. */
export async function savePatches(run: string): Promise<void> {
  try {
    const { file, text } = await readPatches(run)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/x-patch' }))
    link.download = file
    link.click()
    URL.revokeObjectURL(link.href)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say(error.message, { kind: 'refused', hint: error.hint })
  }
}
