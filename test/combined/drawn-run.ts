/** Draws runs that combine the features of Conductor, and writes the task file of each. */
import * as fc from 'fast-check'

type Deed =
  | 'ends-well'
  | 'nothing'
  | 'fails'
  | 'fails-once'
  | 'fails-twice'
  | 'asks'
  | 'overspends'
  /** It changes the same line as another commit, which is in the target first. */
  | 'conflicts'
  | 'breaks-check'

export interface DrawnTask {
  readonly id: string
  readonly does: Deed
  readonly after: readonly string[]
  readonly needsHuman: boolean
  readonly isInEpic: boolean
}

type Interruption = 'pause' | 'cancel' | 'cancel-run' | 'ctrl-c' | 'kill'

export interface DrawnRun {
  readonly tasks: readonly DrawnTask[]
  readonly isolation: 'worktree' | 'none'
  readonly review: boolean
  readonly stacked: boolean
  readonly agents: number
  /** How the run is shown: web is the default without a flag and without a terminal. */
  readonly shown: '--no-ui' | '--json' | 'web'
  /** What the user does while this task works. */
  readonly meanwhile: { readonly is: Interruption; readonly at: string } | null
  /** Which of several ways the user chooses, in turn. */
  readonly taste: readonly number[]
}

const IDS = ['a', 'b', 'c', 'd']

const INTERRUPTIONS: readonly Interruption[] = ['pause', 'cancel', 'cancel-run', 'ctrl-c']

const anyTask = fc.record({
  does: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Deed>('ends-well') },
    {
      weight: 8,
      arbitrary: fc.constantFrom<Deed>(
        'fails',
        'asks',
        'conflicts',
        'breaks-check',
        'overspends',
        'fails-once',
        'nothing',
        'fails-twice',
      ),
    },
  ),
  /** Each bit: whether it depends on that task. */
  after: fc.nat(7),
  needsHuman: fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  isInEpic: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
})

const anyMeanwhile = fc.oneof(
  { weight: 28, arbitrary: fc.constant(null) },
  {
    weight: 10,
    arbitrary: fc.record({ is: fc.constantFrom(...INTERRUPTIONS), at: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant<Interruption>('kill'), at: fc.nat(3) }) },
)

export const anyRun: fc.Arbitrary<DrawnRun> = fc
  .record({
    tasks: fc.oneof(
      { weight: 3, arbitrary: fc.array(anyTask, { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: fc.array(anyTask, { minLength: 3, maxLength: IDS.length }) },
    ),
    // A run in place takes a fifth of the time, and most of what stops a run stops it there, too.
    isolation: fc.oneof(
      { weight: 4, arbitrary: fc.constant('none' as const) },
      { weight: 1, arbitrary: fc.constant('worktree' as const) },
    ),
    review: fc.boolean(),
    stacked: fc.boolean(),
    agents: fc.constantFrom(2, 1),
    shown: fc.constantFrom('--no-ui' as const, '--json' as const, 'web' as const),
    meanwhile: anyMeanwhile,
    taste: fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }),
  })
  .map(({ tasks, meanwhile, ...run }) => ({
    ...run,
    tasks: tasks.map((task, i) => ({ ...task, id: IDS[i]!, after: cameBefore(tasks, i) })),
    meanwhile:
      meanwhile === null
        ? null
        : { ...meanwhile, at: IDS[Math.min(meanwhile.at, tasks.length - 1)]! },
  }))

/** The tasks of the epic depend on one another, so that their order is not left to chance. */
function cameBefore(
  tasks: readonly { readonly after: number; readonly isInEpic: boolean }[],
  i: number,
): readonly string[] {
  const mates = tasks.slice(0, i).findLastIndex((task) => task.isInEpic)
  return IDS.slice(0, i).filter(
    (_, k) => (tasks[i]!.after & (1 << k)) > 0 || (tasks[i]!.isInEpic && k === mates),
  )
}

/** The task file as a user would write it. */
export function taskFileOf({ tasks, review, stacked, agents }: DrawnRun): string {
  return [
    'config:',
    `  parallel: ${agents}`,
    `  scheduling: { stacked: ${stacked} }`,
    `  land: { review: ${review} }`,
    ...(tasks.some(({ does }) => does === 'breaks-check') ? ['  check: "! ls broken-* 2>&1"'] : []),
    '  agents:',
    '    asker: { command: "sh deeds.sh" }',
    '    spender: { driver: claude, command: [sh, deeds.sh] }',
    'tasks:',
    ...tasks.flatMap(linesOf),
    '',
  ].join('\n')
}

const linesOf = ({ id, does, after, needsHuman, isInEpic }: DrawnTask): readonly string[] => [
  `  - id: ${id}`,
  ...workOf(does),
  `    env: { DOES: ${does} }`,
  ...(does === 'fails-once' || does === 'fails-twice'
    ? ['    retry_policy: { max_attempts: 2, initial_delay: 10ms, jitter: 0 }']
    : []),
  ...(after.length > 0 ? [`    dependencies: [${after.join(', ')}]`] : []),
  ...(needsHuman ? ['    needs_human: true'] : []),
  ...(isInEpic ? ['    epic: e'] : []),
]

function workOf(does: Deed): readonly string[] {
  if (does === 'asks') return ['    prompt: Paint the door.', '    agent: asker']
  if (does === 'overspends')
    return ['    prompt: Think it over.', '    agent: spender', '    budget_usd: 1']
  return ['    run: sh deeds.sh']
}
