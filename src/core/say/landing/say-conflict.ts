/** Merge conflicts in words: why git could not merge a file, what can be kept, and what is wrong with a decision. */
import { nameInLine } from '../../text/name-in-line.ts'
import type { ConflictFile, ConflictKind, Keep } from '../../conflict/conflict.ts'
import { hunksIn } from '../../conflict/merge-pieces.ts'
import type { DecisionProblem } from '../../conflict/resolution.ts'
import { stateOf, type Run } from '../../run/run.ts'
import { conductorLine } from '../../text/command-line.ts'
import type { TaskId } from '../../value/ids.ts'
import { sayCount } from '../say-count.ts'
import { sayTrouble } from './say-trouble.ts'
import { firstFew } from '../say-wait.ts'
import { waysOut } from './ways-out.ts'

export function sayConflict({ kind, base, landed, task, pieces }: ConflictFile): string {
  switch (kind) {
    case 'text': {
      const hunks = sayCount(hunksIn(pieces ?? []).length, 'hunk')
      return base === null
        ? `Both sides added this file, and they differ in ${hunks}.`
        : `Both sides changed the same lines: ${hunks} to decide.`
    }
    case 'deleted':
      return landed === null
        ? 'What landed deleted this file, and this task changed it.'
        : 'This task deleted this file, and what landed changed it.'
    case 'moved':
      return landed === null
        ? 'This task added the file to a folder that was renamed by what landed; git suggests this place.'
        : 'What landed added the file to a folder that was renamed by this task; git suggests this place.'
    case 'renamed':
      return `Both sides renamed this file: what landed to ${landed!.path}, this task to ${task!.path}.`
    case 'binary':
      return 'Both sides changed this file, and it is no text in UTF-8.'
    case 'large':
      return 'Both sides changed this file, and it is too large to be shown.'
    case 'mode':
      return `Both sides set another file mode: what landed ${landed!.mode}, this task ${task!.mode}.`
    case 'link':
      return 'Both sides changed it, and it is a symbolic link on at least one side.'
    case 'submodule':
      return `Both sides moved this submodule: ${sayAt(landed)} in what landed, ${sayAt(task)} in this task.`
    case 'folder':
      return landed === null
        ? 'This is a folder in what landed, and a file in this task.'
        : 'This is a file in what landed, and a folder in this task.'
  }
}

const sayAt = (version: ConflictFile['landed']): string =>
  version === null ? 'gone' : `at ${version.blob.slice(0, 9)}`

/** The names of the choices: each says whose version remains. */
export const KEEP_WORDS: Readonly<Record<Keep, string>> = {
  landed: 'Keep what landed',
  task: 'Keep this task’s',
  both: 'Keep both',
}

/** What an agent is told when the person has typed no words of their own. */
export const ASK_AGENT = 'Resolve the conflict with the work that has landed since.'

export function sayDecisionProblem(problem: DecisionProblem): string {
  switch (problem.is) {
    case 'unknown-file':
      return `"${nameInLine(problem.path)}" is not in conflict; these files are: ${firstFew(problem.known)}`
    case 'undecided':
      return `not decided yet: ${firstFew(problem.paths)}`
    case 'hunks':
      return `"${nameInLine(problem.path)}" has ${sayCount(problem.needed, 'hunk')}, and ${problem.given === 1 ? '1 decision was' : `${problem.given} decisions were`} given`
    case 'not-text':
      return `"${nameInLine(problem.path)}" ${NOT_TEXT[problem.kind]}: keep what landed, or this task's`
    case 'not-both':
      return `both versions of "${nameInLine(problem.path)}" cannot be kept: it ${NOT_TEXT[problem.kind]}; keep what landed, or this task's`
    case 'markers':
      return `there is still a conflict marker in "${nameInLine(problem.path)}": ${problem.line}`
  }
}

const NOT_TEXT: Readonly<Record<ConflictKind, string>> = {
  text: 'is a text with hunks',
  deleted: 'was deleted by one side',
  moved: 'was added by one side',
  renamed: 'was renamed by both sides',
  binary: 'is no text in UTF-8',
  large: 'is too large to be edited here',
  mode: 'differs only in its file mode',
  link: 'is a symbolic link',
  submodule: 'is a submodule',
  folder: 'is a folder on one side',
}

/** For a task in review whose work git can merge: what it waits for instead, and what helps. */
export function sayNoConflict(
  run: Run,
  task: TaskId,
): { readonly message: string; readonly hint: string } {
  const state = stateOf(run, task)
  const approve = conductorLine('approve', task)
  if (
    state.is !== 'review' ||
    (state.trouble.is === 'conflict' && state.trouble.marks === undefined)
  )
    return {
      message: `"${task}" has no conflict any more: git can merge it by itself`,
      hint: `\`${approve}\` lands it`,
    }
  const ways = waysOut(task, state.trouble, { hasAgent: false, worktree: null })
  const { does } = ways.find(({ command }) => command === approve)!
  return {
    message: `"${task}" has no conflict: ${sayTrouble(state.trouble)}`,
    hint: `\`${approve}\`: ${does}`,
  }
}
