/** What a task changed, as git shows it to people: of its delivery, or of its worktree as it stands. */
import type { Changes } from '../../core/landing/delivery.ts'
import type { DiffSource } from '../../core/landing/diff-source.ts'
import { countChanges } from './changed-files.ts'
import type { Sides } from './diff-rows.ts'
import { withSides, type DiffPlace } from './diff-sides.ts'
import { mustGit } from '../call/git-command.ts'

export interface Diff {
  readonly text: string
  readonly changes: Changes
}

export interface DiffLook {
  /** true: files and numbers of lines instead of the lines themselves. */
  readonly stat: boolean
  readonly colour: boolean
  /** Compares with this branch instead of the base: what landing the work now would change there. */
  readonly target: string | null
}

const PLAIN: DiffLook = { stat: false, colour: false, target: null }

export const showDiff = (
  place: DiffPlace,
  subject: DiffSource,
  look: DiffLook = PLAIN,
): Promise<Diff> => withSides(place, subject, look.target, (sides) => between(sides, look))

async function between({ from, to, git }: Sides, { stat, colour }: DiffLook): Promise<Diff> {
  const how = [
    '--no-ext-diff',
    `--color=${colour ? 'always' : 'never'}`,
    stat ? '--stat' : '--patch',
  ]
  const text = await mustGit(['diff', ...how, from, to], git)
  return { text, changes: await countChanges(from, to, git) }
}
