/** What a person does about a need: which of its ways look and which move, and what they do with their own hands. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NeedDocument } from '../../src/core/report/attention-document.ts'
import { gitIn } from '../repository/git-in.ts'
import { endsOf } from './oracle.ts'
import { Disagreement, type Play } from './play.ts'
import { typedWordsOf } from './words.ts'

type Words = readonly string[]

/** What stands in a hint for something that only the person knows. */
const FILL = { '<usd>': '100', '...': 'paint it blue' }

const LOOKS = new Set(['diff', 'explain', 'logs'])

export function waysFor(
  need: NeedDocument,
  { story, run }: Play,
): { readonly looks: readonly Words[]; readonly moves: readonly Words[] } {
  const all = need.ways.map(({ command }) => typedWordsOf(command, FILL))
  // Nobody sends the same work back for ever.
  const wasRejected = story.some((line) => line.startsWith(`conductor reject ${need.task} `))
  // What is built on work that is then made anew has to be made anew, too: worktrees.test.ts has that.
  const isBelow = run.stacked && run.tasks.some(({ after }) => after.includes(need.task!))
  const isReplaced = isBelow && ['conflict', 'red-check'].includes(need.kind)
  // To give up what has failed is only written down: no run goes on by it, so none can be compared afterwards.
  const isLeftOut = (verb: string): boolean =>
    (verb === 'reject' && (wasRejected || isReplaced)) ||
    (verb === 'cancel' && (need.kind === 'task-failed' || isBelow))
  return {
    looks: all.filter(([verb]) => LOOKS.has(verb!)),
    moves: all.filter(([verb]) => !LOOKS.has(verb!) && !isLeftOut(verb!)),
  }
}

/** Before a way is typed: what belongs to it, and what must come of it. */
export function prepare(play: Play, { task, kind }: NeedDocument, [verb, named]: Words): void {
  const done = play.done.get(task!)!
  switch (verb) {
    case 'approve':
      if (kind === 'needs-human') return void done.add('approved start')
      if (kind !== 'review') putRight(play, task!, kind)
      if (kind !== 'review') done.add('mended')
      return void done.add('approved landing')
    case 'reject':
      done.delete('approved landing')
      // The merge is begun for the next attempt, and what that writes ends it.
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

/** It may be another than the one that needs somebody: what that comes after has to be tried again first. */
function tryAgain({ place, done }: Play, task: string): void {
  const known = done.get(task)!
  place.mark(`${task}.mended`)
  known.delete('cancelled')
  known.delete('failed before')
  known.add('mended')
}

/** In a stack, a task may have ended before the ones below it, which may be given up then. */
function rememberEnds({ run, done }: Play): void {
  for (const [task, { is }] of endsOf(run, done))
    if (is === 'landed' || is === 'failed') done.get(task)!.add(`${is} before`)
}

/** In the worktree of the task, as the hint says. */
function putRight({ run, place }: Play, task: string, kind: string): void {
  const lane = run.tasks.find(({ id }) => id === task)!.isInEpic ? 'epic-e' : `task-${task}`
  const worktrees = place.git('worktree', 'list', '--porcelain')
  const [, path] = new RegExp(`worktree (.*-${lane})$`, 'm').exec(worktrees)!
  if (kind === 'red-check') return rmSync(join(path!, `broken-${task}`))
  try {
    gitIn(path!, 'merge', 'conductor/run-1')
  } catch {
    // It says that there is a conflict, which is why we are here.
  }
  writeFileSync(join(path!, 'shared.txt'), `as ${task} and others want it\n`)
}
