/** The situations in which a hint is printed: one for each hint that no drawn run reaches. */
import { mkdirSync, renameSync, rmSync, rmdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from './place.ts'
import { reachOnce } from './bring-place-back.ts'
import { typed, type Typed } from './typed.ts'

export interface Situation {
  /** The source file that has the hint. */
  readonly from: string
  /** The hint as it is printed. */
  readonly hint: string
  /** The values for placeholders in angle brackets or dots. */
  readonly fill?: Readonly<Record<string, string>>
  /** Brings the run into the situation; returns the output that has the hint in it. */
  readonly said: (place: Place, keep: Keep) => Promise<string>
  /** Does what the hint says must be done before the command is typed. */
  readonly first?: (place: Place) => void
  /** The exit code of the typed command; 0 by default. */
  readonly code?: number
  /** The command runs until it is ended. */
  readonly stays?: true
}

/** Keeps a command running in the background until the situation is over; without `end` a signal ends it. */
type Keep = (running: Promise<Typed>, end: (() => void) | null) => void

const IN_PLACE = 'config: { isolation: none }\ntasks:\n'
const WELL = '  - { id: a, run: "true" }\n'
const FAILS = '  - { id: a, run: sh deeds.sh, env: { DOES: fails } }\n'
/** In the plan, b stands before the task that it depends on. */
const BEHIND = `${IN_PLACE}  - { id: b, run: "true", dependencies: [a] }\n`
const ASKED_FIRST = '  - { id: a, run: "true", needs_human: true }\n'
const ASKS = '  - { id: a, prompt: Paint it., agent: asker, env: { DOES: asks } }\n'
const AGENTS = `config:
  isolation: none
  agents:
    asker: { command: "sh deeds.sh" }
    spender: { driver: claude, command: [sh, deeds.sh], permissions: ask }
`

function configure(text: string): void {
  mkdirSync('.conductor', { recursive: true })
  writeFileSync('.conductor/config.yaml', `${text}\n`)
}

const write = (text: string): void => writeFileSync('tasks.yaml', text)

/** All that a command prints. */
async function says(...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await typed(...words)
  return stdout + stderr
}

function run(plan: string): Promise<string> {
  write(plan)
  return says('run', 'tasks.yaml', '--new', '--no-ui')
}

/** Types a command after the run of a plan in a new place. */
async function after(plan: string, ...words: readonly string[]): Promise<string> {
  const ran = await reachOnce(plan, () => run(plan))
  return words.length === 0 ? ran : says(...words)
}

/** Types a command while task a works. */
async function during(
  place: Place,
  keep: Keep,
  plan: string,
  ...words: readonly string[]
): Promise<string> {
  write(plan)
  place.mark('a.hold')
  keep(typed('run', 'tasks.yaml', '--no-ui'), () => place.unmark('a.hold'))
  while (!place.hasMark('a.began')) await sleep(5)
  return says(...words)
}

const REVIEWED = `config: { land: { review: true } }\ntasks:\n${FAILS.replace('fails', 'ends-well')}`

/** Run 1 waits for a review; run 2 is over. */
async function older(...words: readonly string[]): Promise<string> {
  await reachOnce('older', async () => (await run(REVIEWED), run(IN_PLACE + WELL)))
  return says(...words)
}

/** Stops the run by Ctrl-C while task a works. */
async function cutOff(place: Place, keep: Keep, ...words: readonly string[]): Promise<string> {
  const stopped = await reachOnce('cut off', async () => {
    write(IN_PLACE + FAILS.replace('fails', 'ends-well'))
    place.mark('a.hold')
    const running = typed('run', 'tasks.yaml', '--no-ui')
    keep(running, () => place.unmark('a.hold'))
    while (!place.hasMark('a.began')) await sleep(5)
    process.emit('SIGINT')
    return (await running).stdout
  })
  return words.length === 0 ? stopped : says(...words)
}

const HELD = `${IN_PLACE}  - { id: a, run: sh deeds.sh, env: { DOES: ends-well } }\n  - { id: b, run: "true", dependencies: [a] }\n`

/** Types a command until its output has the text. */
async function until(words: readonly string[], shown: string): Promise<string> {
  for (;;) {
    const text = await says(...words)
    if (text.includes(shown)) return text
    await sleep(10)
  }
}

const TASK = {
  '<task>': 'a',
  '<file>': 'tasks.yaml',
  '<usd>': '100',
  '<priority>': 'high',
  '...': 'paint it blue',
  words: 'paint it blue',
}

const rows: readonly Situation[] = [
  // Before the first run.
  {
    from: 'src/app/look/read-runs.ts',
    hint: 'conductor run tasks.yaml',
    said: () => (write(IN_PLACE + WELL), says('status')),
  },
  { from: 'src/app/look/read-runs.ts', hint: 'conductor init', said: () => says('status') },
  {
    from: 'src/app/plan/load-plan.ts',
    hint: 'conductor init tasks.yaml',
    said: () => says('run', 'tasks.yaml'),
  },
  {
    from: 'src/app/setup/setup-commands.ts',
    hint: 'conductor simulate tasks.yaml',
    said: () => says('init'),
  },
  {
    from: 'src/app/setup/setup-commands.ts',
    hint: 'conductor run tasks.yaml',
    said: () => says('init'),
  },
  {
    from: 'src/app/setup/setup-commands.ts',
    hint: 'conductor init other.yaml',
    said: async () => (await says('init')) + (await says('init')),
  },
  {
    from: 'src/app/setup/example-plan.ts',
    hint: 'conductor simulate tasks.yaml',
    said: async () => (await says('init'), readFileSync('tasks.yaml', 'utf8')),
  },
  {
    from: 'src/app/setup/example-plan.ts',
    hint: 'conductor run tasks.yaml -p 3',
    said: async () => (
      configure('isolation: none'),
      await says('init'),
      readFileSync('tasks.yaml', 'utf8')
    ),
  },
  { from: 'src/cli/program.ts', hint: 'conductor --help', said: () => says('nosuch') },
  { from: 'src/cli/program.ts', hint: 'conductor init', said: () => says('--help') },
  {
    from: 'src/cli/program.ts',
    hint: 'conductor simulate tasks.yaml -p 3',
    said: async () => (await says('init'), says('--help')),
  },
  {
    from: 'src/cli/program.ts',
    hint: 'conductor run tasks.yaml -p 3',
    said: () => (write(IN_PLACE + WELL), says('--help')),
  },
  {
    from: 'src/cli/program.ts',
    hint: 'conductor status',
    said: () => after(IN_PLACE + WELL, '--help'),
  },
  { from: 'src/cli/program.ts', hint: 'conductor serve', said: () => says('--help'), stays: true },
  {
    from: 'src/app/serve/open-command.ts',
    hint: 'conductor serve',
    said: () => says('open'),
    stays: true,
  },
  // Asks to the wrong run, or to none.
  {
    from: 'src/app/look/read-runs.ts',
    hint: 'conductor status',
    said: () => after(IN_PLACE + WELL, 'logs', 'nosuchtask'),
  },
  {
    from: 'src/app/ask/hints-when-not-running.ts',
    hint: 'conductor run <file>',
    said: () => (write(IN_PLACE + WELL), says('pause')),
  },
  {
    from: 'src/app/ask/hints-when-not-running.ts',
    hint: 'conductor resume',
    said: () => after(IN_PLACE + ASKED_FIRST, 'pause'),
    code: 1,
  },
  {
    from: 'src/core/ask/kinds/guide.ts',
    hint: 'conductor guide <task> "words"',
    said: () => after(`${AGENTS}tasks:\n${ASKS}`, 'guide', 'a', ' '),
  },
  {
    from: 'src/core/say/say-failure.ts',
    hint: 'conductor explain b',
    said: () =>
      after(
        `${IN_PLACE}${ASKED_FIRST}  - { id: b, run: "true", dependencies: [a] }\n`,
        'approve',
        'b',
      ),
  },
  {
    from: 'src/app/ask/change-command.ts',
    hint: 'conductor change --help',
    said: () => after(IN_PLACE + ASKED_FIRST, 'change', 'a'),
  },
  {
    from: 'src/app/plan/prompt-command.ts',
    hint: 'conductor explain a',
    said: () => after(IN_PLACE + WELL, 'prompt', 'a'),
  },
  {
    from: 'src/core/ask/kinds/reject.ts',
    hint: 'conductor reject <task> "why"',
    said: () => after(REVIEWED, 'reject', 'a', ' '),
    code: 1,
  },
  {
    from: 'src/app/ask/hints-when-not-running.ts',
    hint: 'conductor retry a',
    said: () => after(IN_PLACE + FAILS, 'resume'),
    first: (place) => place.mark('a.mended'),
  },
  {
    from: 'src/app/ask/hints-when-not-running.ts',
    hint: 'conductor run tasks.yaml',
    said: () => after(IN_PLACE + WELL, 'resume'),
  },
  {
    from: 'src/app/ask/hints-when-not-running.ts',
    hint: 'conductor run <file>',
    said: async () => (await after(IN_PLACE + WELL), rmSync('tasks.yaml'), says('resume')),
    first: () => write(IN_PLACE + WELL),
  },
  {
    from: 'src/core/say/say-failure.ts',
    hint: 'conductor retry a',
    said: () => after(IN_PLACE + FAILS, 'approve', 'a'),
    first: (place) => place.mark('a.mended'),
  },
  ...(['skip', 'retry'] as const).map((verb): Situation => ({
    from: 'src/core/say/say-failure.ts',
    hint: 'conductor retry a',
    said: () => after(BEHIND + FAILS, verb, 'b'),
    first: (place) => place.mark('a.mended'),
  })),
  {
    from: 'src/app/ask/hints-when-not-running.ts',
    hint: 'conductor retry a',
    said: () => after(BEHIND + FAILS, 'resume'),
    first: (place) => place.mark('a.mended'),
  },
  {
    from: 'src/core/say/say-failure.ts',
    hint: 'conductor retry a',
    said: () => after(IN_PLACE + FAILS, 'budget', '5'),
    first: (place) => place.mark('a.mended'),
  },
  {
    from: 'src/core/say/say-failure.ts',
    hint: 'conductor prioritise a <priority>',
    said: (_, keep) => triedBefore(keep),
  },
  {
    from: 'src/app/ask/change-alone.ts',
    hint: 'conductor resume',
    said: () => after(IN_PLACE + ASKED_FIRST, 'prioritise', 'a', 'high'),
    code: 1,
  },
  // Hints about a run that is not the newest; in the newest run the same task has landed.
  {
    from: 'src/app/look/runs-command.ts',
    hint: 'conductor attention 1',
    said: () => older('runs'),
  },
  {
    from: 'src/core/say/landing/ways-out.ts',
    hint: 'conductor approve --run 1 a',
    said: () => older('status', '1'),
  },
  {
    from: 'src/core/say/say-failure.ts',
    hint: 'conductor approve a',
    said: () => after(REVIEWED, 'skip', 'a'),
  },
  {
    from: 'src/core/say/landing/ways-out.ts',
    hint: 'conductor diff --run 1 a',
    said: () => older('attention', '1'),
  },
  {
    from: 'src/core/say/landing/ways-out.ts',
    hint: 'conductor reject --run 1 a "why"',
    said: () => older('resume', '1', '--no-ui'),
    code: 1,
  },
  // When a run is over, or stands still.
  {
    from: 'src/store/session-status.ts',
    hint: 'conductor retry --run 1 a',
    said: async () => (
      await after(IN_PLACE + FAILS),
      readFileSync('.conductor/sessions/1-a-1.json', 'utf8')
    ),
    first: (place) => place.mark('a.mended'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor approve a',
    said: () => after(IN_PLACE + ASKED_FIRST, 'explain', 'a'),
  },
  {
    from: 'src/core/report/task-standing.ts',
    hint: 'conductor resume',
    said: (place, keep) => cutOff(place, keep, 'explain', 'a'),
    first: (place) => place.unmark('a.hold'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor budget <usd>',
    said: () => after(overspent, 'attention'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor cancel',
    said: () => after(overspent, 'attention'),
    code: 1,
  },
  {
    from: 'src/core/say/say-wait.ts',
    hint: 'conductor budget <usd>',
    said: () => after(overspent, 'status'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor approve a',
    said: () => after(IN_PLACE + ASKED_FIRST, 'attention'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor skip a',
    said: () => after(IN_PLACE + ASKED_FIRST, 'attention'),
    code: 1,
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor guide a "..."',
    said: () => after(`${AGENTS}tasks:\n${ASKS}`, 'attention'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor cancel a',
    said: () => after(`${AGENTS}tasks:\n${ASKS}`, 'attention'),
    code: 1,
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor budget a <usd>',
    said: () =>
      after(
        overspent
          .replace('  budget_usd: 1\n', '')
          .replace('overspends }', 'overspends }, budget_usd: 1'),
        'attention',
      ),
  },
  {
    from: 'src/core/say/landing/ways-out.ts',
    hint: 'conductor diff a',
    said: () => after(REVIEWED),
  },
  {
    from: 'src/core/say/landing/ways-out.ts',
    hint: 'conductor approve a',
    said: () => after(REVIEWED),
  },
  {
    from: 'src/core/say/landing/ways-out.ts',
    hint: 'conductor reject a "why"',
    said: () => after(REVIEWED),
    code: 1,
  },
  {
    from: 'src/core/say/landing/ways-out.ts',
    hint: 'conductor conflicts a',
    said: () => after(`tasks:\n${FAILS.replace('fails', 'conflicts')}`),
  },
  {
    from: 'src/report-text/say-next-steps.ts',
    hint: 'conductor resume',
    said: (place, keep) => cutOff(place, keep, 'status'),
    first: (place) => place.unmark('a.hold'),
  },
  {
    from: 'src/app/look/runs-command.ts',
    hint: 'conductor resume',
    said: (place, keep) => cutOff(place, keep, 'runs'),
    first: (place) => place.unmark('a.hold'),
  },
  {
    from: 'src/app/conduct/conduct-here.ts',
    hint: 'conductor resume',
    said: (place, keep) => cutOff(place, keep),
    first: (place) => place.unmark('a.hold'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor retry a',
    said: () => after(IN_PLACE + FAILS, 'attention'),
    first: (place) => place.mark('a.mended'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor logs a',
    said: () => after(IN_PLACE + FAILS, 'attention'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor explain a',
    said: () => after(IN_PLACE + FAILS, 'attention'),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor merge a',
    said: () => after(`tasks:\n${FAILS}`, 'attention'),
  },
  {
    from: 'src/report-text/say-next-steps.ts',
    hint: 'conductor attention',
    said: () =>
      after(IN_PLACE + ['a', 'b', 'c', 'd'].map((id) => FAILS.replace('a,', `${id},`)).join('')),
  },
  // While a run goes on.
  {
    from: 'src/app/ask/reach-coordinator.ts',
    hint: 'conductor watch',
    said: (place, keep) => during(place, keep, HELD, 'run', 'tasks.yaml', '--new'),
    stays: true,
  },
  {
    from: 'src/app/ask/reach-coordinator.ts',
    hint: 'conductor cancel',
    said: (place, keep) => during(place, keep, HELD, 'run', 'tasks.yaml', '--new'),
  },
  {
    from: 'src/app/ask/reach-coordinator.ts',
    hint: 'conductor cancel',
    said: (place, keep) => during(place, keep, HELD, 'resume', '2'),
  },
  {
    from: 'src/core/ask/kinds/pause-batch.ts',
    hint: 'conductor resume --batch 2',
    said: (place, keep) => during(place, keep, HELD, 'pause', '--batch', '2'),
  },
  {
    from: 'src/core/ask/kinds/pause.ts',
    hint: 'conductor resume',
    said: (place, keep) => during(place, keep, HELD, 'pause'),
  },
  {
    from: 'src/core/say/say-wait.ts',
    hint: 'conductor resume --batch 2',
    said: async (place, keep) => (
      await during(place, keep, HELD, 'pause', '--batch', '2'),
      place.unmark('a.hold'),
      until(['status'], 'batch 2 is paused:')
    ),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor resume --batch 2',
    said: async (place, keep) => (
      await during(place, keep, HELD, 'pause', '--batch', '2'),
      place.unmark('a.hold'),
      until(['attention'], 'PAUSED BATCH')
    ),
  },
  {
    from: 'src/report-text/say-on-hold.ts',
    hint: 'conductor resume --batch 2',
    said: async (place, keep) => (
      await during(place, keep, HELD, 'pause', '--batch', '2'),
      says('resume')
    ),
  },
  {
    from: 'src/app/console/complain.ts',
    hint: 'conductor status',
    said: (place, keep) =>
      during(place, keep, HELD, 'status').then(
        () => (rmSync('.conductor/control.sock'), says('pause')),
      ),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor allow a',
    said: (_, keep) => permission(keep),
  },
  {
    from: 'src/core/say/say-attention.ts',
    hint: 'conductor deny a "why"',
    said: (_, keep) => permission(keep),
  },
  // When something is in the way.
  {
    from: 'src/app/conduct/coordinate.ts',
    hint: 'conductor resume',
    said: () => (mkdirSync('.conductor/control.sock', { recursive: true }), run(IN_PLACE + WELL)),
    first: () => rmdirSync('.conductor/control.sock'),
  },
  {
    from: 'src/app/conduct/open-workshop.ts',
    hint: 'conductor resume',
    said: async () => (
      await after(`tasks:\n${ASKED_FIRST}`),
      renameSync('.git', '.hidden'),
      says('resume')
    ),
    first: () => renameSync('.hidden', '.git'),
    code: 1,
  },
  {
    from: 'src/app/setup/doctor-command.ts',
    hint: 'conductor config',
    said: () => (configure('paralel: 3'), says('doctor')),
    first: () => configure('parallel: 3'),
  },
  // Worktrees.
  {
    from: 'src/app/place/disk-quota.ts',
    hint: 'conductor prune',
    said: async () => (
      configure('worktrees: { max_disk: 1KB }'),
      await run(`tasks:\n${FAILS}`),
      says('worktrees')
    ),
  },
  {
    from: 'src/app/worktree/manual-worktree-commands.ts',
    hint: 'conductor worktrees remove mine',
    said: () => says('worktrees', 'add', 'mine'),
  },
  {
    from: 'src/git/by-hand/why-kept.ts',
    hint: 'conductor worktrees remove mine',
    said: async () => (await says('worktrees', 'add', 'mine'), says('prune')),
  },
  {
    from: 'src/git/by-hand/remove-manual-worktree.ts',
    hint: 'conductor worktrees',
    said: () => says('worktrees', 'remove', 'nosuch'),
  },
  {
    from: 'src/git/by-hand/remove-manual-worktree.ts',
    hint: 'conductor cancel',
    said: (place, keep) =>
      during(
        place,
        keep,
        `tasks:\n${HELD.slice(IN_PLACE.length)}`,
        'worktrees',
        'remove',
        'task-a',
      ),
  },
  {
    from: 'src/app/worktree/rescue-commands.ts',
    hint: 'conductor rescue list --all',
    said: (place) => (manyRescued(place), says('rescue', 'show', 'zzzzzzzz')),
  },
  { from: 'src/core/say/landing/ways-out.ts', hint: 'conductor cancel a', said: takenOut, code: 1 },
  {
    from: 'src/core/say/landing/ways-out.ts',
    hint: 'conductor worktrees open a',
    said: (place) => (
      place.mark('x'),
      run(`config: { check: "false" }\ntasks:\n${FAILS.replace('fails', 'ends-well')}`)
    ),
  },
]

export const SITUATIONS = rows.map((row) => ({ ...row, fill: TASK }))

const overspent = `${AGENTS}  budget_usd: 1
tasks:
  - { id: a, prompt: Think., agent: spender, env: { DOES: overspends } }
  - { id: b, run: "true", dependencies: [a] }
  - { id: c, run: "sleep 0.5; true" }
  - { id: d, run: "true", dependencies: [c] }
`

/** Task a has failed, and waits for its retry. */
async function triedBefore(keep: Keep): Promise<string> {
  write(
    `${IN_PLACE}  - { id: a, run: "false", retry_policy: { max_attempts: 2, initial_delay: 60s } }\n`,
  )
  keep(typed('run', 'tasks.yaml', '--no-ui'), null)
  await until(['status'], 'retry in')
  return says('change', 'a', '--name', 'x')
}

async function permission(keep: Keep): Promise<string> {
  write(
    `${AGENTS}tasks:\n  - { id: a, prompt: Try., agent: spender, env: { DOES: wants-leave } }\n`,
  )
  keep(typed('run', 'tasks.yaml', '--no-ui'), null)
  return until(['attention'], 'PERMISSION')
}

function manyRescued(place: Place): void {
  for (const n of [1, 2, 3, 4, 5, 6, 7])
    place.git('update-ref', `refs/conductor/rescue/run-1/task-a/${n}`, 'HEAD')
}

/** The target is moved back while b has not begun. */
async function takenOut(place: Place): Promise<string> {
  await after(
    `tasks:\n${FAILS.replace('fails', 'ends-well')}  - { id: b, run: "true", needs_human: true }\n`,
  )
  place.git('update-ref', 'refs/heads/conductor/run-1', 'main')
  return says('resume', '--no-ui')
}
