/** A run for every standing of a task, with the word and the sentence that every surface must say. */
import type { Trouble } from '../../src/core/landing/delivery.ts'
import type { Fact } from '../../src/core/run/event.ts'
import type { StandingWord } from '../../src/core/report/task-standing.ts'
import type { Task } from '../../src/core/plan/plan.ts'
import { attemptId, commitId, runId, taskId } from '../../src/core/value/ids.ts'
import { Game, OUTCOMES, planFrom, type Script } from './play.ts'

export interface DrawnStanding {
  readonly name: string
  /** The standing is that of task a, three minutes after the last event. */
  readonly game: Game
  readonly isConducted: boolean
  readonly word: StandingWord
  readonly says: string
}

export const A = taskId('a')

export const LATER = 180_000

const PROMPT: Partial<Task> = { work: { is: 'prompt', text: 'Write it.' } }

const attempt = attemptId(runId(1), A, 1)

function begun(notation = 'a:', settings: Script = {}): Game {
  const { tasks, ...rest } = settings
  const game = new Game(planFrom(notation, { a: PROMPT, ...tasks }), {
    isolation: 'worktree',
    ...rest,
  })
  game.startAll()
  return game
}

const then = (game: Game, ...steps: readonly ((game: Game) => void)[]): Game => {
  for (const step of steps) step(game)
  return game
}

const ends =
  (outcome: keyof typeof OUTCOMES, delivers = true) =>
  (game: Game): void =>
    game.end(A, OUTCOMES[outcome], 0.5, delivers)

const record =
  (...facts: readonly Fact[]) =>
  (game: Game): void =>
    game.record(facts)

const start = (game: Game): void => game.startAll()

const inReview = (trouble: Trouble): Game =>
  then(begun(), ends('succeeded'), record({ type: 'review-needed', task: A, trouble }))

const condition = (is: (Fact & { type: 'condition-changed' })['condition']): Game =>
  then(begun(), record({ type: 'condition-changed', task: A, attempt, condition: is }))

const progress = (status: 'planning' | 'working', note: string): Game =>
  then(begun(), record({ type: 'progress-reported', task: A, attempt, status, note }))

const refused = (verdict: 'conflict' | 'red', canResolve: boolean): Game =>
  then(begun(), ends('succeeded'), (game) => game.land(A, verdict, canResolve))

const sentBack = (): Game =>
  then(begun('a:', { review: true }), ends('succeeded'), (game) =>
    game.ask({ ask: 'reject', task: A, why: 'no' }),
  )

const drawn = (name: string, game: Game, word: StandingWord, says: string): DrawnStanding => ({
  name,
  game,
  isConducted: true,
  word,
  says,
})

/** A standing while no coordinator conducts the run. */
const drawnAlone: typeof drawn = (...standing) => ({ ...drawn(...standing), isConducted: false })

/** Made anew for each test, because events change runs in place. */
export const everyStanding = (): readonly DrawnStanding[] => [
  ...waiting(),
  ...working(),
  ...landing(),
  ...needingYou(),
  ...over(),
]

const waiting = (): readonly DrawnStanding[] => {
  const behind = (): Game => begun('b:\na: b')
  const inLine = (): Game => begun('b:\na:', { agents: 1 })
  const human = (): Game => begun('a:', { tasks: { a: { ...PROMPT, needsHuman: true } } })
  const when = 'when the run continues: conductor resume'
  return [
    drawn('comes after another', behind(), 'waiting', 'after b'),
    drawnAlone('comes after another, nobody conducts', behind(), 'waiting', 'after b'),
    drawn('is in line', inLine(), 'waiting', 'next in line'),
    drawnAlone('is in line, nobody conducts', inLine(), 'waiting', `next in line ${when}`),
    drawn('needs a person first', human(), 'waiting', 'needs your approval to start'),
    drawnAlone(
      'needs a person first, nobody conducts',
      human(),
      'waiting',
      'needs your approval to start',
    ),
    drawn('is paused', then(inLine(), record({ type: 'run-paused' })), 'waiting', 'paused'),
    drawnAlone(
      'was paused, nobody conducts',
      then(inLine(), record({ type: 'run-paused' })),
      'waiting',
      `starts ${when}`,
    ),
    drawnAlone(
      'was paused, its run was let go of',
      then(inLine(), record({ type: 'run-paused' }, { type: 'coordinator-stopped' })),
      'waiting',
      `next in line ${when}`,
    ),
    drawn(
      'is kept from starting by the machine',
      then(
        inLine(),
        record({ type: 'hindrance-met', hindrance: { is: 'disk-full', detail: 'ENOSPC' } }),
      ),
      'waiting',
      'the machine blocks the run: the disk is full',
    ),
    drawn(
      'is of a paused batch',
      then(inLine(), record({ type: 'batch-paused', batch: 0 })),
      'waiting',
      'batch 1 is paused: conductor resume --batch 1',
    ),
    drawn('was sent back', sentBack(), 'waiting', 'sent back: next in line'),
    drawn(
      'is to resolve a conflict',
      refused('conflict', true),
      'waiting',
      'resolving a conflict: next in line',
    ),
  ]
}

const working = (): readonly DrawnStanding[] => [
  drawn('works', begun(), 'working', ''),
  drawnAlone(
    'was at work, nobody conducts',
    begun(),
    'cut off',
    'its coordinator ended while it worked; to run it again: conductor resume',
  ),
  drawnAlone(
    'was being cancelled, nobody conducts',
    then(begun(), record({ type: 'stop-asked', task: A, as: 'cancelled' })),
    'cut off',
    'its coordinator ended while it was being cancelled; to finish that: conductor resume',
  ),
  drawnAlone(
    'was being cancelled with its run, nobody conducts',
    then(begun(), record({ type: 'run-cancelled' })),
    'cut off',
    'its coordinator ended while it was being cancelled; to finish that: conductor resume',
  ),
  drawn(
    'says what it does',
    progress('working', '\x1b[32mEditing\x1b[0m\nroutes'),
    'working',
    'Editing routes',
  ),
  drawn('says what it plans', progress('planning', 'reading'), 'working', 'planning: reading'),
  drawn(
    'is silent',
    condition({ is: 'silent', since: 0, during: null }),
    'working',
    'no output or activity for 3m',
  ),
  drawn(
    'waits for permission',
    condition({
      is: 'permission',
      since: 0,
      requests: [{ id: 'p', tool: 'Bash', what: 'npm publish' }],
    }),
    'working',
    'waits for your permission: Bash npm publish (3m)',
  ),
  drawn(
    'is being stopped',
    then(begun(), record({ type: 'stop-asked', task: A, as: 'cancelled' })),
    'working',
    'is being stopped',
  ),
  drawn('works on what was sent back', then(sentBack(), start), 'working', 'sent back'),
  drawn(
    'fixes a failed check',
    then(refused('red', true), start),
    'working',
    'fixing a failed check',
  ),
]

const landing = (): readonly DrawnStanding[] => {
  const commit = commitId('4'.repeat(40))
  const checking = (): Game =>
    then(
      begun('a:', { check: 'npm test' }),
      ends('succeeded'),
      record({ type: 'landing-started', tasks: [A], onto: commit, commit }),
    )
  return [
    drawn('waits to be merged', then(begun(), ends('succeeded')), 'landing', 'waits to be merged'),
    drawn('is being checked', checking(), 'landing', 'being checked'),
    drawnAlone('was being checked, nobody conducts', checking(), 'landing', 'waits to be merged'),
    drawn(
      'is taken in',
      then(refused('conflict', false), record({ type: 'landing-asked', task: A })),
      'landing',
      'including your changes',
    ),
  ]
}

const needingYou = (): readonly DrawnStanding[] => {
  const overspent = begun('a:', { tasks: { a: { ...PROMPT, budgetUsd: 1 } } })
  overspent.spend(A, 1.2)
  return [
    drawn(
      'waits for approval',
      then(begun('a:', { review: true }), ends('succeeded')),
      'ready',
      'waits for your approval to land; not checked yet',
    ),
    drawn('conflicts', refused('conflict', false), 'needs you', 'conflicts in a.txt'),
    drawn(
      'fails its check',
      refused('red', false),
      'needs you',
      'the check fails on the merged result (exit code 1: npm test)',
    ),
    drawn(
      'should have asked',
      inReview({ is: 'unasked', areas: [{ area: 'security', files: ['auth.ts'] }] }),
      'needs you',
      'should have asked about security (auth.ts) first',
    ),
    drawn(
      'was taken out',
      inReview({ is: 'left-target', commit: commitId('4'.repeat(40)) }),
      'needs you',
      'had landed, but someone removed it from the target',
    ),
    drawn(
      'met a git that broke',
      inReview({ is: 'broken', reason: 'the lock stays' }),
      'needs you',
      'the lock stays',
    ),
    drawn(
      'has asked',
      then(begun(), ends('asked')),
      'stuck',
      'decision needed: How are tokens refreshed?',
    ),
    drawn(
      'has used up its budget',
      then(overspent, ends('over budget')),
      'stuck',
      'it has spent $1.20 of $1.00',
    ),
  ]
}

const over = (): readonly DrawnStanding[] => {
  const inPlace = { isolation: 'none' } as const
  return [
    drawn('landed in place', then(begun('a:', inPlace), ends('succeeded')), 'landed', ''),
    drawn(
      'landed',
      then(begun(), ends('succeeded'), (game) => game.land(A)),
      'landed',
      'merged as 444444444',
    ),
    drawn(
      'has changed nothing',
      then(begun(), ends('succeeded', false)),
      'landed',
      'it has changed nothing',
    ),
    drawn('failed', then(begun(), ends('failed')), 'failed', 'exit code 1: last words'),
    drawn(
      'was left out for another',
      then(begun('b:\na: b'), (game) => game.end(taskId('b'), OUTCOMES.failed)),
      'skipped',
      'b did not land',
    ),
    drawn(
      'was skipped',
      then(begun('b:\na: b'), (game) => game.ask({ ask: 'skip', task: A })),
      'skipped',
      'a person asked for it',
    ),
    drawn(
      'was cancelled with work',
      then(begun(), (game) => game.ask({ ask: 'cancel', task: A })),
      'cancelled',
      'its work is kept: `conductor merge a` lands it, `conductor retry a` tries again',
    ),
    drawn(
      'was cancelled without work',
      then(begun('b:\na: b'), (game) => game.ask({ ask: 'cancel', task: A })),
      'cancelled',
      '',
    ),
  ]
}
