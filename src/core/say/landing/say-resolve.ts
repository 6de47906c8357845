/** What keeps a delivery from landing, in words for the agent that is to fix it. */
import type { Conflict, Trouble } from '../../landing/delivery.ts'
import type { Task } from '../../plan/plan.ts'
import type { Purpose } from '../../run/task-state.ts'
import { sayCount } from '../say-count.ts'
import { sayTrouble } from './say-trouble.ts'

/** wanted: the purpose of the work. */
export function sayResolve(wanted: string, trouble: Trouble): string {
  return [
    `The work in this folder is done, but it cannot be merged with the work of others.`,
    ...sayWhatToDo(trouble),
    `${KEEP_BOTH} The work that was done here had this purpose:`,
    wanted,
  ].join('\n\n')
}

/** What a reviewer wants changed, and what kept the work from landing. */
export function sayRedo(what: string, { why, trouble }: Purpose & { is: 'redo' }): string {
  const words = `${what} was reviewed. Change it so that:\n\n${why}`
  return trouble === undefined ? words : `${words}\n\n${sayObstacle(trouble)}`
}

/** The same for a program, which gets the words alone. A plain command no longer finds its work in the folder. */
export function sayGuidance(
  { why, trouble }: Purpose & { is: 'redo' },
  work: Task['work']['is'],
): string {
  if (trouble === undefined) return why
  return `${why}\n\n${work === 'command' ? sayAnew(trouble) : sayObstacle(trouble)}`
}

const sayAnew = (trouble: Trouble): string =>
  [
    `This kept its work from landing: ${sayTrouble(trouble)}. It starts again, on top of the work that has landed since.`,
    ...(trouble.is === 'red-check' ? [`The check printed:\n\n${quoted(trouble.lastLines)}`] : []),
  ].join('\n\n')

const sayObstacle = (trouble: Trouble): string =>
  ['This kept it from landing.', ...sayWhatToDo(trouble), KEEP_BOTH].join('\n\n')

const KEEP_BOTH = 'Keep what both sides want. Do not undo either.'

function sayWhatToDo(trouble: Trouble): readonly string[] {
  switch (trouble.is) {
    case 'conflict':
      return [
        'A merge was started here and stopped at conflicts in these files:',
        listed(trouble.files.map(({ path, kind }) => `${path} (${kind})`)),
        ...sayHunks(trouble.files),
        END_MERGE,
      ]
    case 'red-check':
      return [
        `It has been merged here with the work of others, and this check fails on the result: ${trouble.check}`,
        `The last lines it printed:\n\n${quoted(trouble.lastLines)}`,
        'Find out why, and change what is in this folder so that the check passes.',
      ]
    case 'broken':
      return trouble.marks === undefined
        ? []
        : ['A merge was left unfinished in these files:', listed(trouble.marks), END_MERGE]
    case 'approval':
    case 'unasked':
    case 'left-target':
      return []
  }
}

/** All hunks together, at most; the files have the rest. */
const MOST_CHARACTERS = 20_000

function sayHunks(files: readonly Conflict[]): readonly string[] {
  const hunks = files.flatMap(({ path, hunks = [] }) =>
    hunks.map(({ line, text }) => `${path}, line ${line}:\n\n${quoted(text.split('\n'))}`),
  )
  const shown: string[] = []
  let room = MOST_CHARACTERS
  for (const hunk of hunks) {
    room -= hunk.length
    if (room < 0) break
    shown.push(hunk)
  }
  const more = hunks.length - shown.length
  if (shown.length === 0) return []
  const rest =
    more === 0 ? [] : [`${sayCount(more, 'more hunk')} ${more === 1 ? 'is' : 'are'} in the files.`]
  return [
    'These are the hunks. Above the line of equals signs is the work of this task, below it what has landed.',
    ...shown,
    ...rest,
  ]
}

const END_MERGE =
  'Resolve every conflict, remove the conflict markers, and leave the files as they should be. Finish this merge; do not start another one.'

export const listed = (entries: readonly string[]): string =>
  entries.map((one) => `- ${one}`).join('\n')

export const quoted = (lines: readonly string[]): string =>
  lines.map((line) => `    ${line}`).join('\n')
