/** What the user does about a need: which of its ways only look, which change the run, and what they do by hand. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NeedDocument } from '../../src/core/report/attention-document.ts'
import { gitIn } from '../repository/git-in.ts'
import { endsOf } from './oracle.ts'
import { Disagreement, type Play } from './play.ts'
import { typedWordsOf } from './words.ts'

type Words = readonly string[]

/** The values for placeholders in hints. */
const FILL = { '<usd>': '100', '...': 'paint it blue' }

const LOOKS = new Set(['conflicts', 'diff', 'explain', 'logs'])

export function waysFor(
  need: NeedDocument,
  { story, run }: Play,
): { readonly looks: readonly Words[]; readonly moves: readonly Words[] } {
  const all = need.ways.map(({ command }) => typedWordsOf(command, FILL))
  // A user does not reject the same work for ever.
  const wasRejected = story.some((line) => line.startsWith(`conductor reject ${need.task} `))
  // When rejected work is made again, the tasks stacked on it must be made again, too: worktrees.test.ts proves that.
  const isBelow = run.stacked && run.tasks.some(({ after }) => after.includes(need.task!))
  const isReplaced = isBelow && ['conflict', 'red-check'].includes(need.kind)
  // To cancel a failed task is only recorded: the run does not go on, so there is nothing to compare afterwards.
  const isLeftOut = (verb: string): boolean =>
    (verb === 'reject' && (wasRejected || isReplaced)) ||
    (verb === 'cancel' && (need.kind === 'task-failed' || isBelow))
  return {
    looks: all.filter(([verb]) => LOOKS.has(verb!)),
    moves: all.filter(([verb]) => !LOOKS.has(verb!) && !isLeftOut(verb!)),
  }
}

/** Does by hand what a way needs before it is typed, and records what must come of it. */
export function prepare(play: Play, { task, kind }: NeedDocument, [verb, named]: Words): void {
  const done = play.done.get(task!)!
  switch (verb) {
    case 'approve':
      if (kind === 'needs-human') return void done.add('approved start')
      if (kind !== 'review') putRight(play, task!, kind)
      if (kind !== 'review') done.add('mended')
      return void done.add('approved landing')
    case 'resolve':
      return void done.add('mended').add('approved landing')
    case 'reject':
      done.delete('approved landing')
      // The next attempt starts with the merge begun; what it writes resolves the conflict.
      return void (kind === 'conflict' && done.add('mended'))
    case 'guide':
      return void done.add('answered')
    case 'budget':
      return void done.add('paid')
    case 'retry':
      return tryAgain(play, named!)
    case 'merge':
      done.delete('failed before')
      return void done.add('mended').add('approved landing')
    case 'cancel':
      rememberEnds(play)
      return void done.add('cancelled')
    case 'skip':
      rememberEnds(play)
      return void done.add('skipped')
    default:
      throw new Disagreement(`nobody has told this test what \`conductor ${verb}\` is for`)
  }
}

/** The task to retry may be another than the one with the need: a dependency must be retried first. */
function tryAgain({ place, done }: Play, task: string): void {
  const doneAbout = done.get(task)!
  place.mark(`${task}.mended`)
  doneAbout.delete('cancelled')
  doneAbout.delete('failed before')
  doneAbout.add('mended')
}

/** In a stack, a task may have ended before the tasks below it, which can be cancelled afterwards. */
function rememberEnds({ run, done }: Play): void {
  for (const [task, { is }] of endsOf(run, done))
    if (is === 'landed' || is === 'failed') done.get(task)!.add(`${is} before`)
}

/** Mends the work in the worktree of the task, as the hint says. */
function putRight({ run, place }: Play, task: string, kind: string): void {
  const lane = run.tasks.find(({ id }) => id === task)!.isInEpic ? 'epic-e' : `task-${task}`
  const worktrees = place.git('worktree', 'list', '--porcelain')
  const [, path] = new RegExp(`worktree (.*-${lane})$`, 'm').exec(worktrees)!
  if (kind === 'red-check') return rmSync(join(path!, `broken-${task}`))
  try {
    gitIn(path!, 'merge', 'conductor/run-1')
  } catch {
    // git reports the conflict, which the next line resolves.
  }
  writeFileSync(join(path!, 'shared.txt'), `as ${task} and others want it\n`)
}
