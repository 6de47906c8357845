/** Why a delivery is not in the target, in words, and what a person can do about it. */
import { conductorLine, shellWord, type Way } from '../text/command-line.ts'
import { isForAgent, type Trouble, type Unasked } from '../landing/delivery.ts'
import type { TaskId } from '../value/ids.ts'
import { firstFew } from './say-wait.ts'

export function sayTrouble(trouble: Trouble): string {
  switch (trouble.is) {
    case 'conflict':
      return trouble.marks === undefined
        ? `conflicts in ${firstFew(trouble.files.map(({ path }) => path))}`
        : sayMarks(trouble.marks)
    case 'red-check':
      return trouble.before
        ? `the check fails on the target without it, too (exit code ${trouble.code}: ${trouble.check})`
        : `the check fails on the merged result (exit code ${trouble.code}: ${trouble.check})`
    case 'approval':
      return 'waits for your approval'
    case 'unasked':
      return `should have asked about ${trouble.areas.map(sayArea).join(', ')} first`
    case 'left-target':
      return 'had landed, but someone removed it from the target'
    case 'broken':
      return trouble.reason
  }
}

export const sayMarks = (files: readonly string[]): string =>
  `there are still conflict markers in ${firstFew(files)}`

const sayArea = ({ area, files }: Unasked): string =>
  files.length > 0 ? `${area} (${firstFew(files)})` : area

/** What a person has to see to decide about it. */
export function sayTroubleInFull(trouble: Trouble): readonly string[] {
  switch (trouble.is) {
    case 'conflict':
      return trouble.marks ?? trouble.files.map(({ path, kind }) => `${path} (${kind})`)
    case 'red-check':
      return [...trouble.lastLines.slice(-5), `Full output of the check: ${trouble.log}`]
    case 'unasked':
      return trouble.areas.map(({ area, files }) => `${area}: ${files.join(', ')}`)
    case 'broken':
      return trouble.marks ?? []
    case 'approval':
    case 'left-target':
      return []
  }
}

export interface WorkAt {
  /** An agent that can be told what is wrong; a plain command can only be run again. */
  readonly hasAgent: boolean
  /** The worktree where the work was made, which may belong to another lane by now; null: unknown. */
  readonly worktree: string | null
}

/** What a person can do about it, the most likely first. */
export function waysOut(
  task: TaskId,
  trouble: Trouble,
  { hasAgent, worktree }: WorkAt,
): readonly Way[] {
  const look: Way = { command: conductorLine('diff', task), does: 'its changes' }
  const land = (does: string): Way => ({ command: conductorLine('approve', task), does })
  const again = `run its command ${isForAgent(trouble) ? 'again on the landed work' : 'again'}, with your reason in CONDUCTOR_GUIDANCE`
  const back = (does: string): Way => ({
    command: conductorLine('reject', task, '"why"'),
    does: hasAgent ? does : again,
  })
  const leave: Way = {
    command: conductorLine('cancel', task),
    does: 'cancel the task; its work stays on its branch',
  }
  // If the worktree has gone to another lane since, this command creates it again.
  const folder = conductorLine('worktrees open', task)
  switch (trouble.is) {
    case 'conflict':
      return [
        { command: conductorLine('conflicts', task), does: 'the three versions of each hunk' },
        {
          command: conductorLine('resolve', task, '--theirs'),
          does: 'keep its side and land it; or --ours, --both, --editor',
        },
        look,
        land(`once you have resolved it in its worktree (${folder}${mergeIn(worktree, trouble)})`),
        back('let its agent resolve it, with the merge already started'),
        leave,
      ]
    case 'red-check':
      return [
        look,
        land(`once you have fixed it in its worktree (${folder})`),
        back('let its agent fix it, knowing what failed'),
        leave,
      ]
    case 'approval':
    case 'unasked':
      return [look, land('let it land'), back('send it back'), leave]
    case 'broken':
      return trouble.marks === undefined
        ? [land('once you have fixed it'), leave]
        : [
            look,
            land(`once you have resolved it in its worktree (${folder})`),
            back('let its agent resolve it'),
            leave,
          ]
    case 'left-target':
      return [land('once you have fixed it'), leave]
  }
}

/** `-C` keeps the command from merging in the checkout; a merge that was begun is not begun again. */
const mergeIn = (worktree: string | null, trouble: Trouble & { is: 'conflict' }): string =>
  worktree === null || trouble.marks !== undefined
    ? ''
    : ` && git -C ${shellWord(worktree)} merge ${trouble.with.slice(0, 9)}`
