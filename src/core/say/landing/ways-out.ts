/** What a person can do about a delivery that is not in the target: the commands to type. */
import { isForAgent, type Trouble } from '../../landing/delivery.ts'
import { conductorLine, shellWord, type Way } from '../../text/command-line.ts'
import type { TaskId } from '../../value/ids.ts'

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
