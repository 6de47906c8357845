import { expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { guidanceOf, pendingGuidance, type HowHeard } from './guidance.ts'
import { attemptId, runId, taskId } from '../value/ids.ts'
import { stateOf, taskOf } from '../run/run.ts'
import { sayGuided, sayHeard } from '../say/say-guidance.ts'

it('[V11] in any run nothing is delivered by an agent that has not heard what people said', () => {
  inAnyGame({
    begin(game) {
      game.onEvent = (event, before) => {
        if (event.type !== 'landing-queued' && event.type !== 'task-landed') return
        const isJustDone = stateOf(before, event.task).is === 'waiting'
        if (!isJustDone || taskOf(before, event.task).work.is === 'command') return
        expect(pendingGuidance(before, event.task)).toEqual([])
      }
    },
  })
})

it.each([
  ['steered', 'delivered while its agent worked'],
  ['read', 'delivered: its agent has read it'],
  ['in-prompt', 'delivered: its next attempt began with it'],
] as const)('tells when guidance was said, and how it was heard: %s', (how: HowHeard, words) => {
  const prompt = { is: 'prompt', text: 'do it' } as const
  const game = new Game(planFrom('a:', { a: { work: prompt } }), {})
  const a = taskId('a')
  game.startAll()
  expect(sayHeard(game.run, a)).toBe('nothing was said')
  game.now = 5000
  game.ask({ ask: 'guide', task: a, text: 'one' })
  expect(guidanceOf(game.run, a).saidAt).toBe(5000)
  expect(sayHeard(game.run, a)).toBe('on its way to its agent')
  expect(sayGuided(game.run, a, 'one')).toBe('Told a: one')
  const attempt = attemptId(runId(1), a, 1)
  game.record([{ type: 'guidance-delivered', task: a, attempt, said: 1, how }])
  expect(sayHeard(game.run, a)).toBe(words)
  game.ask({ ask: 'guide', task: a, text: 'two' })
  expect(sayHeard(game.run, a)).toBe('on its way to its agent')
})

it('does not promise that a command hears what is said while it runs, nor a task that is over', () => {
  const a = taskId('a')
  const game = new Game(planFrom('a:', { a: { work: { is: 'command', line: 'make' } } }), {})
  game.startAll()
  game.ask({ ask: 'guide', task: a, text: 'one' })
  expect(sayHeard(game.run, a)).toBe(
    'not delivered yet: a command gets it when it asks for it, or is retried',
  )
  expect(sayGuided(game.run, a, 'one')).toMatch(/^Kept for a: one\n[^]*only if it calls/)
  game.end(a, OUTCOMES.succeeded)
  expect(sayHeard(game.run, a)).toBe('not delivered: the attempt ended before')
})
