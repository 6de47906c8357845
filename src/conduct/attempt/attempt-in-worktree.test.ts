import { describe, expect, it } from 'vitest'
import { DELIVERY, Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { orderFor, type AttemptOrder } from '../../core/run/attempt-order.ts'
import type { RunSettings } from '../../core/run/event.ts'
import { openAttempts } from '../../core/run/run.ts'
import { commitId, laneName, taskId, type CommitId } from '../../core/value/ids.ts'
import type { Agent, AgentEnd, Assignment } from '../ports.ts'
import type { FromAttempt, ToAttempt } from '../attempt-runner.ts'
import type { Opened, Sealed, Target, Worktree, Worktrees } from '../worktree-ports.ts'
import type { Workshop } from '../git-workshop.ts'
import { inProcessRunner } from './in-process-runner.ts'

const [a, b, c] = ['a', 'b', 'c'].map(taskId) as [never, never, never]
/** The tip of the target when the attempt begins. */
const TIP = commitId('9'.repeat(40))

const GAVE_UP: AgentEnd = {
  is: 'failed',
  failure: { is: 'gave-up', reason: 'too hard' },
  profile: OUTCOMES.succeeded.profile,
  lastLines: [],
}

const SEALED: Sealed = {
  ok: true,
  delivery: DELIVERY,
  files: ['a.ts'],
  unresolved: [],
  hidden: [],
  notes: ['it had left a file'],
}

function game(notation: string, settings: Partial<RunSettings> = {}): Game {
  const task = { work: { is: 'prompt', text: 'do it' }, agent: 'claude' } as const
  const plan = planFrom(notation, { a: task, b: task, c: task })
  const playing = new Game(plan, { isolation: 'worktree', agents: 3, ...settings })
  playing.startAll()
  return playing
}

function orderOf({ run }: Game, task = a): AttemptOrder {
  const attempt = openAttempts(run).find((open) => open.task === task)!
  const briefing = { template: '{{task}} on {{branch}}\n{{situation}}', repository: null }
  return orderFor(run, attempt, { briefing, resolver: 'fixer' })
}

interface World {
  readonly agentEnds?: AgentEnd
  /** The conflicts of the merge that is begun. */
  readonly conflicts?: readonly string[]
  /** The deliveries below the task conflict with each other. */
  readonly isTorn?: boolean
  /** The deliveries below the task contain each other. */
  readonly isReached?: boolean
  readonly opens?: Opened
  readonly seals?: Sealed
  /** A message to the attempt, sent when it was ordered or when it sends a message of this kind. */
  readonly once?: { readonly is: 'ordered' | FromAttempt['is']; readonly tell: ToAttempt }
}

/** Carries out an order in an in-memory repository, and records what was done and said. */
async function carryOut(order: AttemptOrder, world: World = {}) {
  const deeds: string[] = []
  const heard: FromAttempt[] = []
  const assignments: Assignment[] = []
  const worktree = (base: CommitId): Worktree => ({
    lane: laneName('task-a'),
    path: '/worktrees/a',
    branch: 'task-a-2',
    base,
    environment: { CONDUCTOR_PORT: '20010' },
    notes: ['task-a was taken'],
  })
  const worktrees: Pick<Worktrees, 'open' | 'beginMerge' | 'seal'> = {
    async open({ from, start }) {
      deeds.push(`open ${start} ${from[0]}`)
      return world.opens ?? { ok: true, worktree: worktree(from) }
    },
    async beginMerge(_, commit) {
      deeds.push(`begin merge ${commit[0]}`)
      const hunks = { 'b.txt': [{ line: 3, text: '<<<<<<< HEAD\nb' }] }
      return { worktree: worktree(commit), conflicts: world.conflicts ?? [], hunks }
    },
    async seal({ base }, { succeeded, goesOn }) {
      deeds.push(`seal ${base[0]}${succeeded ? ' done' : ''}${goesOn ? ' goes on' : ''}`)
      return world.seals ?? SEALED
    },
  }
  const target: Pick<Target, 'tip' | 'merge' | 'reached'> = {
    tip: async () => TIP,
    reached: async (commits) => new Set(world.isReached ? commits : []),
    async merge({ onto, commit }) {
      deeds.push(`merge ${commit[0]} into ${onto[0]}`)
      return world.isTorn ? { is: 'conflict', conflicts: [] } : { is: 'merged', commit: TIP }
    },
  }
  const directoryIn = (path: string): string => `${path}/below`
  const agent: Agent = {
    async attempt(assignment) {
      deeds.push('agent')
      assignments.push(assignment)
      return world.agentEnds ?? OUTCOMES.succeeded
    },
    guide: async () => 'too-late',
    decide: async () => false,
    onWorkerProcess: () => {},
    kill: () => {},
    close: async () => {},
  }
  const runner = inProcessRunner(agent, { worktrees, target, directoryIn } as unknown as Workshop)
  const react = (to: 'ordered' | FromAttempt['is']): void => {
    if (world.once?.is === to) runner.tell(order.attempt, world.once.tell)
  }
  const ending = runner.attempt(order, {
    async hear(message) {
      heard.push(message)
      react(message.is)
    },
    agentEnded: async () => null,
  })
  react('ordered')
  return { end: await ending, deeds, heard, assignment: assignments[0] }
}

describe.each([
  ['as it was given', (order: AttemptOrder) => order],
  ['as it was read from JSON', (order: AttemptOrder) => JSON.parse(JSON.stringify(order))],
] as const)('an order for a worktree, %s,', (_, given) => {
  it('is opened, worked on and sealed, and all of that is told', async () => {
    const { end, deeds, heard, assignment } = await carryOut(given(orderOf(game('a:'))))
    expect(deeds).toEqual(['open fresh 1', 'agent', 'seal 1 done'])
    expect(heard).toMatchObject([
      { is: 'opened', worktree: { branch: 'task-a-2', base: '1'.repeat(40) } },
      { is: 'agent-begins', agent: 'claude', said: 0 },
      { is: 'noticed', what: ['it had left a file'] },
    ])
    expect(end).toMatchObject({ outcome: OUTCOMES.succeeded, delivery: DELIVERY, files: ['a.ts'] })
    expect(assignment).toEqual({
      run: '1',
      attempt: '1-a-1',
      number: 1,
      worker: 1,
      task: orderOf(game('a:')).task,
      prompt: 'do it on task-a-2\n',
      conversation: null,
      place: {
        directory: '/worktrees/a/below',
        environment: { CONDUCTOR_PORT: '20010' },
        isWorktree: true,
      },
    })
  })

  it('begins on all that the task stands on, and waits when that cannot be merged', async () => {
    const stack = game('a:\nb:\nc: a b', { stacked: true })
    stack.end(a, OUTCOMES.succeeded)
    stack.end(b, OUTCOMES.succeeded)
    stack.startAll()
    const order = given(orderOf(stack, c))
    const merged = ['merge 2 into 2', 'open fresh 9', 'agent', 'seal 9 done']
    expect((await carryOut(order)).deeds).toEqual(merged)
    const torn = await carryOut(order, { isTorn: true })
    expect(torn.deeds).toEqual(['merge 2 into 2'])
    expect(torn.end).toMatchObject({ outcome: { is: 'preempted' }, untilLanded: true })
    expect(torn.heard).toContainEqual({ is: 'noticed', what: [expect.stringContaining('landed')] })
  })

  it('begins on the branch of one delivery only if that contains what has landed besides', async () => {
    const stack = game('a:\nb:\nc: a b', { stacked: true })
    stack.end(a, OUTCOMES.succeeded)
    stack.end(b, OUTCOMES.succeeded)
    stack.land(a)
    stack.startAll()
    const order = given(orderOf(stack, c))
    const all = await carryOut(order, { isReached: true })
    expect(all.deeds).toEqual(['open fresh 2', 'agent', 'seal 2 done'])
    const some = await carryOut(order)
    expect(some.deeds).toEqual(['merge 2 into 2', 'open fresh 9', 'agent', 'seal 9 done'])
  })

  it('has the merge in it that is to be resolved, and the delivery again when that fails', async () => {
    const playing = game('a:')
    playing.end(a, OUTCOMES.succeeded)
    playing.land(a, 'conflict')
    playing.startAll()
    const order = given(orderOf(playing))
    const begun = ['open fresh 2', 'begin merge 4', 'agent']
    const good = await carryOut(order)
    expect(good.deeds).toEqual([...begun, 'seal 4 done'])
    expect(good.assignment!.task.agent).toBe('fixer')
    const bad = await carryOut(order, { agentEnds: GAVE_UP })
    expect(bad.deeds).toEqual([...begun, 'seal 4', 'open fresh 2', 'seal 2'])
    expect(bad.end.outcome.is).toBe('failed')
  })

  it('is merged with the target when it was sent back, and says which files conflict by now', async () => {
    const playing = game('a:')
    playing.end(a, OUTCOMES.succeeded)
    playing.land(a, 'conflict', false)
    playing.ask({ ask: 'reject', task: a, why: 'Say it louder.' })
    playing.startAll()
    const order = given(orderOf(playing))
    const other = await carryOut(order, { conflicts: ['b.txt'] })
    expect(other.deeds).toEqual([
      'open continue 1',
      'begin merge 9',
      'agent',
      'seal 9 done goes on',
    ])
    expect(other.assignment!.prompt).toMatch(
      /Say it louder\.[^]*- b\.txt \(content\)[^]*b\.txt, line 3:\n\n {4}<<<<<<< HEAD\n {4}b\n/,
    )
    const none = await carryOut(order)
    expect(none.assignment!.prompt).toMatch(/Say it louder\.$/)
    const left = { ...SEALED, unresolved: ['b.txt'] }
    const marked = await carryOut(order, { seals: left })
    expect(marked.deeds.slice(-3)).toEqual(['seal 9 done goes on', 'open fresh 2', 'seal 2 done'])
  })

  it('begins with what people have said while its worktree was being opened', async () => {
    const guidance = { said: ['Use tabs.'], delivered: 0 }
    const { assignment, heard } = await carryOut(given(orderOf(game('a:'))), {
      once: { is: 'opened', tell: { is: 'guidance', guidance } },
    })
    expect(assignment!.prompt).toContain('Use tabs.')
    expect(heard).toContainEqual({ is: 'agent-begins', agent: 'claude', said: 1 })
  })

  it('is stopped before its agent begins', async () => {
    const failure = { is: 'cannot-start', reason: 'stopped', passing: true } as const
    const { deeds, end } = await carryOut(given(orderOf(game('a:'))), {
      opens: { ok: false, failure, lastLines: [] },
      once: { is: 'ordered', tell: { is: 'stop', reason: 'preempted' } },
    })
    expect(deeds).toEqual(['open fresh 1'])
    expect(end.outcome.is).toBe('preempted')
  })

  it('waits for the machine until the coordinator lets go of the run, and says so', async () => {
    const full = { is: 'disk-full', detail: 'no space left' } as const
    const { deeds, heard, end } = await carryOut(given(orderOf(game('a:'))), {
      seals: { ok: false, reason: 'no space left', hindrance: full },
      once: { is: 'hindered', tell: { is: 'let-go' } },
    })
    expect(deeds).toEqual(['open fresh 1', 'agent', 'seal 1 done', 'seal 1 done'])
    expect(heard.slice(-2)).toEqual([
      { is: 'hindered', by: full },
      { is: 'hindered', by: null },
    ])
    expect(end.outcome).toMatchObject({ failure: { is: 'cannot-keep' } })
  })
})
