import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { DEFAULT_PROMPT } from './default-prompt.ts'
import type { RunSettings } from '../run/event.ts'
import { attemptId, taskId } from '../value/ids.ts'
import { makeTask, type Task } from '../plan/plan.ts'
import { wordsOf } from './prompt.ts'
import { materialFor } from './prompt-material.ts'
import { taskOf } from '../run/run.ts'

const [a, b] = [taskId('a'), taskId('b')]
const TEXT = 'Let people log in.\n'

function begun(task: Partial<Task> = {}, settings: Partial<RunSettings> = {}): Game {
  const work = { is: 'prompt', text: TEXT } as const
  const plan = planFrom('a:\nb: a', { a: { name: 'Log in', work, agent: 'claude', ...task } })
  const game = new Game(plan, settings)
  game.startAll()
  return game
}

const material = (game: Game, id = a, template = DEFAULT_PROMPT) => {
  const briefing = { template, repository: 'you/shop' }
  return materialFor(game.run, taskOf(game.run, id), { briefing, resolver: 'fixer' })
}

const told = (game: Game, id = a, template = DEFAULT_PROMPT) =>
  wordsOf(material(game, id, template))

const prompt = (game: Game, id = a): string => told(game, id).prompt!

/** The text under a heading, up to the next heading. */
const under = (heading: string, text: string): string =>
  text.split(`## ${heading}\n\n`)[1]?.split('\n\n## ', 1)[0]?.trim() ?? 'nothing'

const headings = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!)

describe('what an agent is told', () => {
  it('is what to do and how to work, and nothing about what nobody has said', () => {
    const text = prompt(begun())
    expect(text).toMatch(/^# Log in\n\nLet people log in\.\n\nThe repository is you\/shop\.\n\n## /)
    expect(headings(text)).toEqual(['Log in', 'How to work', 'How to report'])
    expect(text).not.toMatch(/\{\{|\n\n\n/)
  })

  it('has the issue, the deliverable, the files and the areas in which it must ask', () => {
    const text = prompt(
      begun(
        {
          issue: 123,
          repository: 'they/shop',
          expectedDeliverable: 'a login page',
          files: ['src/login.ts', 'src/auth/**'],
          askFirst: ['security', 'public-api'],
        },
        { askFirst: { data: ['db/**', '*.sql'], security: ['src/auth/**'] } },
      ),
    )
    expect(text).toContain('This is issue #123.')
    expect(text).toContain('The repository is they/shop.')
    expect(text).toContain('What is expected in the end: a login page')
    expect(under('Files', text)).toMatch(/- src\/login\.ts\n- src\/auth\/\*\*$/)
    expect(under('Areas in which you must ask first', text)).toMatch(
      /- security\n- public-api\n- data: db\/\*\*, \*\.sql$/,
    )
  })

  it('says what it builds on, and as which commit that landed', () => {
    const game = begun({}, { isolation: 'worktree' })
    game.end(a, OUTCOMES.succeeded)
    const work = { is: 'prompt', text: 'x' } as const
    const task = { ...taskOf(game.run, b), work }
    const briefing = { template: DEFAULT_PROMPT, repository: null }
    const words = () => wordsOf(materialFor(game.run, task, { briefing, resolver: null })).prompt!
    expect(under('What it builds on', words())).toBe('- a: Log in (commit 222222222222, 3 files)')
    game.land(a)
    expect(under('What it builds on', words())).toBe('- a: Log in (commit 444444444444, 3 files)')
  })

  it('speaks of a branch and commits only where there is a worktree', () => {
    expect(prompt(begun())).not.toMatch(/branch|push/)
    const text = prompt(begun({}, { isolation: 'worktree' }))
    expect(text).toContain('You are on the branch `task-a`')
    expect(text).toContain('Never begin a merge, never push')
  })

  it('is nothing when the task is a command', () => {
    expect(told(begun(), b)).toMatchObject({ prompt: null, conversation: null })
  })

  it('can be put in words of your own', () => {
    expect(told(begun(), a, '{{id}}: {{task}}').prompt).toBe('a: Let people log in.')
  })
})

describe('what an agent is told when something has happened before', () => {
  it('is how things stand: what fails, with the last lines, never how often it was tried', () => {
    const game = begun({
      retry: {
        maxAttempts: 9,
        initialDelaySeconds: 1,
        backoffFactor: 1,
        maxDelaySeconds: 9,
        jitter: 0,
      },
    })
    for (const at of [1000, 9000]) {
      game.end(a, OUTCOMES.failed)
      game.now = at
      game.startAll()
    }
    const text = prompt(game)
    expect(under('Status', text)).toBe(
      'Watch out for what makes work on this task fail: exit code 1. The last lines it printed:\n\n    last words',
    )
    expect(text).not.toMatch(/attempt|again|earlier|previous|retry|third|\b[23]\b/i)
  })

  it.each(['rate limited', 'cannot start', 'lost', 'preempted'] as const)(
    'is not that it was cut off: %s',
    (outcome) => {
      const game = begun()
      game.end(a, OUTCOMES[outcome])
      expect(prompt(game)).not.toContain('fail')
    },
  )

  it('is that part of the work is there, when it goes on where it was cut off', () => {
    const game = begun()
    game.end(a, OUTCOMES.lost)
    expect(under('Status', prompt(game))).toMatch(/^Part of this work is in this folder/)
  })

  it('is what has been decided, with the question it answers', () => {
    const game = begun()
    game.end(a, OUTCOMES.asked)
    game.ask({ ask: 'guide', task: a, text: 'Use sliding expiration.' })
    game.startAll()
    game.end(a, OUTCOMES.asked)
    expect(under('What has been decided', prompt(game))).toBe(
      'What was to be decided:\n\n- How are tokens refreshed? (sliding expiration, or fixed expiration)\n\nWhat holds now:\n\nUse sliding expiration.',
    )
  })

  it('is only the direction, where nobody has asked', () => {
    const game = begun()
    game.ask({ ask: 'guide', task: a, text: 'Use cookies.' })
    expect(under('What has been decided', prompt(game))).toBe('Use cookies.')
  })

  it('is what people have said also when a template has no place for it', () => {
    const game = begun({}, { isolation: 'worktree', review: true })
    game.ask({ ask: 'guide', task: a, text: 'Use cookies.' })
    game.end(a, OUTCOMES.succeeded)
    game.startAll()
    game.end(a, OUTCOMES.succeeded)
    game.ask({ ask: 'reject', task: a, why: 'Say it louder.' })
    expect(told(game, a, '{{task}}\n').prompt).toBe(
      'Let people log in.\n\nUse cookies.\n\nWhat is in this folder was reviewed. Change it so that:\n\nSay it louder.',
    )
  })

  it.each([
    ['conflict', /A merge was started here[^]*- a\.txt \(content\)[^]*do not start another/],
    ['red', /this check fails on the result: npm test[^]*1 failed[^]*so that the check passes/],
  ] as const)('is what kept work from landing that was sent back: %s', (verdict, expected) => {
    const game = begun({}, { isolation: 'worktree' })
    game.end(a, OUTCOMES.succeeded)
    game.land(a, verdict, false)
    game.ask({ ask: 'reject', task: a, why: 'Say it louder.' })
    const situation = under('Status', prompt(game))
    expect(situation).toMatch(/^What is in this folder was reviewed[^]*Say it louder\./)
    expect(situation).toMatch(expected)
    const { task: command } = told(game)
    expect(command.environment['CONDUCTOR_GUIDANCE']).toMatch(expected)
  })

  it.each([
    ['conflict', /^Say it louder\.\n\n.*: conflicts in a\.txt\. It starts again, on top/],
    ['red', /^Say it louder\.\n\n.*: the check fails .* \(exit code 1: npm test\)\.[^]*1 failed/],
  ] as const)(
    'is nothing about a merge for a command, which begins anew: %s',
    (verdict, expected) => {
      const work = { is: 'command', line: 'make' } as const
      const game = begun({ work }, { isolation: 'worktree' })
      game.end(a, OUTCOMES.succeeded)
      game.land(a, verdict, false)
      game.ask({ ask: 'reject', task: a, why: 'Say it louder.' })
      const words = told(game).task.environment['CONDUCTOR_GUIDANCE']
      expect(words).toMatch(expected)
      expect(words).not.toMatch(/merge was started|merged here/)
      expect(material(game).start).toBe('fresh')
    },
  )

  it('goes on from the work for a command, too, that nothing kept from landing', () => {
    const work = { is: 'command', line: 'make' } as const
    const game = begun({ work }, { isolation: 'worktree', review: true })
    game.end(a, OUTCOMES.succeeded)
    game.ask({ ask: 'reject', task: a, why: 'Say it louder.' })
    expect(material(game).start).toBe('continue')
  })

  it('is why the work was sent back', () => {
    const game = begun({}, { isolation: 'worktree', review: true })
    game.end(a, OUTCOMES.succeeded)
    game.ask({ ask: 'reject', task: a, why: 'Say it louder.' })
    expect(under('Status', prompt(game))).toBe(
      'What is in this folder was reviewed. Change it so that:\n\nSay it louder.',
    )
  })

  it.each([
    ['conflict', /stopped at conflicts in these files:\n\n- a\.txt \(content\)/],
    [
      'red',
      /this check fails on the result: npm test\n\nThe last lines it printed:\n\n {4}1 failed/,
    ],
  ] as const)('is how to resolve a delivery that cannot land: %s', (verdict, says) => {
    const game = begun({}, { isolation: 'worktree' })
    game.end(a, OUTCOMES.succeeded)
    game.land(a, verdict)
    const text = prompt(game)
    expect(text).toMatch(says)
    expect(text).toContain('had this purpose:\n\nLet people log in.\n\n')
    expect(headings(text)).toEqual(['Log in', 'How to work', 'How to report'])
  })
})

describe('what is said to an agent that goes on with its conversation', () => {
  function talking(settings: Partial<RunSettings> = {}): Game {
    const game = begun({}, settings)
    const conversation = { agent: 'claude', id: 'c1', model: null }
    game.record([
      {
        type: 'conversation-started',
        task: a,
        attempt: attemptId(game.run.id, a, 1),
        conversation,
      },
    ])
    return game
  }

  it('is to go on, when it was cut off', () => {
    const game = talking()
    game.end(a, OUTCOMES.lost)
    expect(told(game).conversation).toMatchObject({
      id: 'c1',
      say: 'You were interrupted. Go on where you stopped, and finish the task.',
    })
  })

  it('is the whole task, when it goes on with the conversation of another one', () => {
    const game = talking()
    game.end(a, OUTCOMES.succeeded)
    const work = { is: 'prompt', text: 'The check "build" failed.' } as const
    const answer = makeTask({
      ...taskOf(game.run, a),
      id: taskId('a-answer-1'),
      work,
      continues: a,
    })
    game.record([{ type: 'tasks-added', tasks: [answer], by: null }])
    const { conversation, prompt: whole } = told(game, answer.id)
    expect(conversation).toMatchObject({ id: 'c1', say: whole })
    expect(whole).toContain('The check "build" failed.')
  })

  it('is the answer, when it has asked', () => {
    const game = talking()
    game.end(a, OUTCOMES.asked)
    game.ask({ ask: 'guide', task: a, text: 'Use sliding expiration.' })
    expect(told(game).conversation?.say).toBe('Use sliding expiration.')
  })

  it('is why, when its work was sent back', () => {
    const game = talking({ isolation: 'worktree', review: true })
    game.end(a, OUTCOMES.succeeded)
    game.ask({ ask: 'reject', task: a, why: 'Say it louder.' })
    expect(told(game).conversation?.say).toBe(
      'Your work was reviewed. Change it so that:\n\nSay it louder.',
    )
  })

  it('[V11] is all that people said, when its work was sent back and they have said more', () => {
    const game = talking({ isolation: 'worktree', review: true })
    game.end(a, OUTCOMES.succeeded)
    game.ask({ ask: 'reject', task: a, why: 'Say it louder.' })
    game.ask({ ask: 'guide', task: a, text: 'And twice.' })
    const say = 'Your work was reviewed. Change it so that:\n\nSay it louder.\n\nAnd twice.'
    expect(told(game).conversation?.say).toBe(say)
    game.startAll()
    game.ask({ ask: 'guide', task: a, text: 'And slowly.' })
    game.end(a, OUTCOMES.lost)
    expect(told(game).conversation?.say).toContain('Say it louder.')
  })

  it('is nothing to one that begins afresh', () => {
    const game = talking()
    game.end(a, OUTCOMES['try again'])
    expect(told(game).conversation).toBeNull()
  })
})
