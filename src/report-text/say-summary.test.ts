import { describe, expect, it } from 'vitest'
import { opened, playPublished } from '../../test/played/published.ts'
import { Game, OUTCOMES, planFrom, playGame } from '../../test/played/play.ts'
import { commitId, taskId } from '../core/value/ids.ts'
import { NOT_MEASURED, summarise } from '../core/report/summary.ts'
import { attentionFor } from '../core/report/attention-document.ts'
import { explainTask } from './say-explain.ts'
import { nextSteps } from './say-next-steps.ts'
import { attentionReport } from './say-needs-you.ts'
import { saySummary } from './say-summary.ts'

const PROMPT = { work: { is: 'prompt', text: 'do it' }, agent: 'claude' } as const
const PROMPTS = { a: PROMPT, b: PROMPT, c: PROMPT, d: PROMPT }

const textOf = ({ run }: Game): string => saySummary(summarise(run, NOT_MEASURED), false)

const explained = ({ run, now }: Game, task: string): string =>
  explainTask(run, taskId(task), { now, isConducted: true, folder: null })

const row = (game: Game, name: string): string | undefined =>
  textOf(game)
    .split('\n')
    .find((line) => line.startsWith(`  ${name} `))
    ?.slice(16)

it('says of how many tasks success is told while others need a person', () => {
  const game = new Game(planFrom('a:\nb:'), { isolation: 'worktree', agents: 2 })
  game.startAll()
  for (const task of game.working()) game.end(task, OUTCOMES.succeeded)
  game.land(taskId('a'))
  expect(row(game, 'success')).toBe('100.0 % (1 of 2 tasks is over)')
  game.land(taskId('b'))
  expect(row(game, 'success')).toBe('100.0 %')
})

describe('the cost in the summary', () => {
  it('is not spoken of when there are only commands', () => {
    expect(textOf(playGame('a:'))).not.toMatch(/cost|tokens/)
  })

  it('is said with the limit, per landed task, and with what did not land', () => {
    const game = playGame('a:\nb:', {
      tasks: PROMPTS,
      costs: { a: [1.5], b: [0.5] },
      outcomes: { b: ['failed'] },
      budgetUsd: 10,
    })
    expect(row(game, 'cost')).toBe('$2.00 of $10.00; $2.00 per landed task')
    expect(row(game, 'tokens')).toBe('2.0k (2.0k out)')
    expect(row(game, 'not landed')).toBe('$0.50 went into work that has not landed')
  })

  it('names the three most expensive tasks', () => {
    const costs = { a: [1], b: [4], c: [3], d: [2] }
    const game = playGame('a:\nb:\nc:\nd:', { tasks: PROMPTS, costs })
    expect(textOf(game)).toContain(
      [
        '  most expensive tasks',
        '    b  $4.00, 1.0k tokens, claude',
        '    c  $3.00, 1.0k tokens, claude',
        '    d  $2.00, 1.0k tokens, claude',
      ].join('\n'),
    )
    expect(textOf(game)).not.toContain('    a  $1.00')
  })

  it('is a least one when not all of it is known, and not known when none is', () => {
    const some = playGame('a:\nb:', { tasks: PROMPTS, costs: { a: [1] } })
    expect(row(some, 'cost')).toBe(
      'at least $1.00; at least $0.50 per landed task; some agents do not report their cost',
    )
    const none = playGame('a:', { tasks: PROMPTS })
    expect(row(none, 'cost')).toBe('not known: the agents do not report their cost')
  })

  it('marks what no agent has said as estimated', () => {
    const game = new Game(planFrom('a:\nb:', PROMPTS), {})
    game.startAll()
    game.spend(taskId('a'), 1)
    game.spend(taskId('b'), 3, { costFrom: 'table', estimatedUsd: 3 })
    expect(row(game, 'cost')).toBe('$4.00, $3.00 of it estimated')
    expect(textOf(game)).toContain('    b  $3.00 estimated, 1.0k tokens')
    expect(row(game, 'not landed')).toBe(
      '$4.00 went into work that has not landed (partly estimated)',
    )
    game.spend(taskId('b'), 2.5)
    expect(row(game, 'cost')).toBe('$3.50')
  })

  it('marks it with the limit, and per task, too', () => {
    const game = new Game(planFrom('a:', PROMPTS), { budgetUsd: 5 })
    game.startAll()
    game.spend(taskId('a'), 2, { costFrom: 'table', estimatedUsd: 2 })
    game.end(taskId('a'), OUTCOMES.succeeded)
    expect(row(game, 'cost')).toBe('$2.00 estimated of $5.00; $2.00 per landed task (estimated)')
    expect(explained(game, 'a')).toContain('cost             $2.00 estimated, 1.0k tokens')
  })

  it('marks what a subscription paid as what it would have cost', () => {
    const game = new Game(planFrom('a:\nb:', PROMPTS), {})
    game.startAll()
    game.spend(taskId('a'), 1, { costFrom: 'imputed' })
    game.end(taskId('b'), OUTCOMES['cannot start'])
    expect(row(game, 'cost')).toBe('would have cost $1.00 (a subscription pays)')
  })
})

describe('the quality in the summary', () => {
  const game = playGame('a:\nb:\nc:', {
    isolation: 'worktree',
    check: 'npm test',
    landings: { b: ['red'] },
  })

  it('is the mean, and the lowest with why', () => {
    expect(row(game, 'quality')).toBe('93 of 100 on average, of 3 tasks')
    expect(textOf(game)).toContain(
      '  lowest quality\n    b  78 of 100 (checks: passed, but failed first)',
    )
  })

  it('is not known where nothing has been checked, and then nothing is the lowest', () => {
    const unchecked = playGame('a:\nb:', { isolation: 'worktree', check: null })
    expect(row(unchecked, 'quality')).toBe('not known: nothing has been checked')
    expect(textOf(unchecked)).toContain('NOTHING IS CHECKED')
    expect(textOf(unchecked)).not.toMatch(/of 100|lowest quality/)
    expect(explained(unchecked, 'a')).toContain('  quality not known (no check is configured)')
    const some = playGame('a:\nb:', { isolation: 'worktree', tasks: { a: { check: 'true' } } })
    expect(row(some, 'quality')).toBe(
      '100 of 100 on average, of 1 task; not known of 1, which nothing has checked',
    )
  })

  it('is told part by part to whoever asks about one task', () => {
    const text = explainTask(game.run, taskId('b'), {
      now: game.now,
      isConducted: false,
      folder: null,
    })
    expect(text).toContain('  quality 78 of 100\n    checks    20 of 40  passed, but failed first')
    expect(text).toContain('    scope     not known no files were predicted')
  })

  it('is not spoken of where nothing can be judged', () => {
    expect(textOf(playGame('a:'))).not.toContain('quality')
  })
})

it('says how to go on when the money is spent', () => {
  const { run } = playGame('a:\nb: a', { tasks: PROMPTS, budgetUsd: 1, costs: { a: [1] } })
  expect(nextSteps(run, summarise(run, NOT_MEASURED), 0)).toEqual([
    '',
    'run 1 needs you: the run has used up its budget of $1.00',
    '  conductor budget <usd>    raise the budget of the run',
    '  conductor cancel          cancel the run',
  ])
})

it('compares the result with a commit when the branch it began from was deleted', () => {
  const game = playGame('a:', { isolation: 'worktree' })
  const { from, base } = summarise(game.run, NOT_MEASURED).landing!
  const look = (): string => nextSteps(game.run, summarise(game.run, NOT_MEASURED), 0)[1]!
  expect(look()).toBe('Look at the result: git diff main...conductor/run-1')
  game.record([{ type: 'branch-moved', branch: from!, from: commitId(base), to: null }])
  expect(look()).toBe(`Look at the result: git diff ${base.slice(0, 9)}...conductor/run-1`)
  game.record([{ type: 'branch-settled', branch: from!, how: 'back' }])
  expect(look()).toBe('Look at the result: git diff main...conductor/run-1')
})

it('names open pull requests first, and taking the result here second', () => {
  const game = playPublished('a:\nb:')
  const steps = (): readonly string[] =>
    nextSteps(game.run, summarise(game.run, NOT_MEASURED), 0).slice(1, 4)
  const look = 'Look at the result: git diff main...conductor/run-1'
  expect(steps()).toEqual([look, 'Take it:            conductor take'])
  game.record(opened('task-a', 1))
  expect(steps()).toEqual([
    'Review and merge:   1 pull request on origin, shown by: conductor pr',
    look,
    'Or take it here:    conductor take',
  ])
})

describe('conflicts in the summary', () => {
  /** A run of twelve deliveries, of which this many had conflicts. */
  const merged = (conflicts: number): Game => {
    const names = Array.from({ length: 12 }, (_, i) => `t${i}`)
    const landings = Object.fromEntries(
      names.slice(0, conflicts).map((name) => [name, ['conflict'] as const]),
    )
    const notation = names.map((name) => `${name}:`).join('\n')
    const tasks = Object.fromEntries(names.map((name) => [name, PROMPT]))
    return playGame(notation, { tasks, isolation: 'worktree', agents: 12, landings })
  }

  it('are counted, with the share that merged without one, and whether that is more than 90 %', () => {
    expect(row(merged(0), 'conflicts')).toBe('none')
    expect(row(merged(1), 'conflicts')).toBe('1 delivery; 91.7 % merged without one')
    expect(row(merged(2), 'conflicts')).toBe(
      '2 deliveries; 83.3 % merged without one, the goal is more than 90 % (declare `files` of tasks)',
    )
  })
})

describe('the mark of a run', () => {
  it('says that nothing went wrong with what waits for a person', () => {
    const game = new Game(planFrom('a:\nb:\nc: b'), { isolation: 'worktree', review: true })
    game.startAll()
    game.end(taskId('a'), OUTCOMES.succeeded)
    game.record([{ type: 'coordinator-stopped' }])
    expect(textOf(game)).toContain('[!] Run 1 stopped: 0 of 3 tasks landed, 3 to go; 1 needs you')
    const { results } = summarise(game.run, NOT_MEASURED)
    expect(results[0]).toMatchObject({ status: 'review', error: null })
  })
})

describe('a run from which people left tasks out', () => {
  const leftOut = (): Game => {
    const game = new Game(planFrom('a:\nb:\nc:'), { isolation: 'worktree', agents: 1 })
    game.ask({ ask: 'skip', task: taskId('c') })
    for (const task of ['a', 'b'].map(taskId)) {
      game.startAll()
      game.now += 1000
      game.end(task, OUTCOMES.succeeded)
      game.land(task)
    }
    game.now += 60_000
    game.record([{ type: 'run-ended', status: 'failed' }])
    return game
  }

  it('is completed, because nothing failed', () => {
    expect(textOf(leftOut())).toContain('[-] Run 1 completed: 2 of 3 tasks landed, 1 skipped')
    expect(textOf(leftOut())).toContain('c  a person asked for it')
  })

  it('says of which tasks the time is, and rounds a share once', () => {
    const summary = summarise(leftOut().run, NOT_MEASURED)
    const landing = { ...summary.landing!, conflicts: 1, merge_success_rate: 2 / 3 }
    const text = saySummary({ ...summary, landing, speedup: 0.5, sequential_s: 2 }, false)
    expect(text).toContain('(the landed tasks alone: 2s)')
    expect(text).toContain('success       66.7 %')
    expect(text).toContain('66.7 % merged without one')
  })
})

it('says how right the predictions were in one fact after another', () => {
  const pairs = { predicted: 3, right: 0, missed: 2, conflicts: 2, conflicts_predicted: 0 }
  const foresight = {
    tasks: 1,
    predicted_files: 4,
    right_files: 1,
    precision: 0.25,
    touched_files: 1,
    recall: 1,
    pairs: { ...pairs, at_once: 1, at_once_conflicts: 1 },
  }
  const { run } = playGame('a:')
  const text = saySummary({ ...summarise(run, NOT_MEASURED), foresight }, false)
  expect(text).toContain('1 of 4 predicted files changed; 1 of 1 changed file had been predicted\n')
  expect(text).toContain(
    '0 of 3 expected pairs of tasks shared a file; 2 other pairs did; 2 pairs had a merge conflict, none of them expected; 1 pair changed a common file at once, of which git could not merge 1',
  )
})

it('shows the options of a question at the end, and a long prompt indented and cut', () => {
  const text = Array.from({ length: 9 }, (_, i) => `line ${i}`).join('\n')
  const game = new Game(
    planFrom('a:', { a: { work: { is: 'prompt', text }, agent: 'claude' } }),
    {},
  )
  expect(explained(game, 'a')).toContain('  work             line 0\n                   line 1\n')
  expect(explained(game, 'a')).toContain(
    '\n                   (4 more lines: conductor prompt a)\n',
  )
  game.startAll()
  game.end(taskId('a'), OUTCOMES.asked)
  expect(nextSteps(game.run, summarise(game.run, NOT_MEASURED), game.now).join('\n')).toMatch(
    /a needs you: asks: .*\n {2}Options considered:\n {4}1\. /,
  )
})

describe('what needs a person', () => {
  const attention = ({ run, now }: Game): string =>
    attentionReport(run, attentionFor(run, { now, isConducted: false }), {
      now,
      isConducted: false,
      colour: false,
    })

  it('is counted by one function: a conflict, a red check and a failure are three', () => {
    const game = playGame('a:\nb:\nc:', {
      isolation: 'worktree',
      check: 'npm test',
      landings: { a: ['conflict', 'conflict'], b: ['red', 'red'] },
      outcomes: { c: ['failed'] },
    })
    game.record([{ type: 'coordinator-stopped' }])
    expect(textOf(game)).toContain(
      'Run 1 blocked by you: 0 of 3 tasks landed, 1 failed, 2 to go; 3 need you',
    )
    expect(attention(game)).toMatch(/^Needs you \(3\):\n/)
  })

  it('is also a task that needs a word before it starts', () => {
    const game = playGame('a:\nb: a', { tasks: { b: { needsHuman: true } } })
    game.record([{ type: 'coordinator-stopped' }])
    expect(textOf(game)).toContain(
      '[!] Run 1 blocked by you: 1 of 2 tasks landed, 1 to go; 1 needs you',
    )
    expect(attention(game)).toMatch(/^Needs you \(1\):\n/)
  })

  it('is not what may come right by itself, which is worth a look', () => {
    const game = new Game(planFrom('a:', PROMPTS), {})
    game.startAll()
    const { run, now } = game
    const condition = { is: 'silent', during: null, since: 0 } as const
    const items = [{ kind: 'silent', task: taskId('a'), since: 0, condition }] as const
    const view = { now, isConducted: true, colour: false }
    expect(attentionReport(run, items, view)).toMatch(/^Worth a look \(1\):\n/)
  })
})

it('where the time went is said as shares, unless it went to one stage only', () => {
  const summary = summarise(playGame('a:').run, NOT_MEASURED)
  const said = (...[analysis, planning, execution, landing, aggregation]: readonly number[]) =>
    saySummary(
      {
        ...summary,
        stage_s: {
          analysis: analysis!,
          planning: planning!,
          execution: execution!,
          landing: landing!,
          aggregation: aggregation!,
        },
      },
      false,
    )
  expect(said(5, 10, 70, 0, 15)).toContain(
    '\n  stages        analysis 5 %, planning 10 %, execution 70 %, aggregation 15 %\n',
  )
  expect(said(0, 0.001, 70, 0, 0.01)).not.toContain('stages')
  expect(said(0, 0, 0, 0, 0)).not.toContain('stages')
})
