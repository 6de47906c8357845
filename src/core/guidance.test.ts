import { expect, it } from 'vitest'
import { inAnyGame } from '../../test/any-game.ts'
import { Game, planFrom } from '../../test/play.ts'
import { guidanceOf, pendingGuidance, type HowHeard } from './guidance.ts'
import { attemptId, runId, taskId } from './ids.ts'
import { stateOf, taskOf } from './run.ts'
import { sayHeard } from './say-guidance.ts'

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
  ['steered', 'heard: it was told while it worked'],
  ['read', 'heard: its agent has read it'],
  ['in-prompt', 'heard: its next attempt began with it'],
] as const)('tells when guidance was said, and how it was heard: %s', (how: HowHeard, words) => {
  const game = new Game(planFrom('a:'), {})
  const a = taskId('a')
  game.startAll()
  expect(sayHeard(guidanceOf(game.run, a))).toBe('nothing was said')
  game.now = 5000
  game.ask({ ask: 'guide', task: a, text: 'one' })
  expect(guidanceOf(game.run, a).saidAt).toBe(5000)
  expect(sayHeard(guidanceOf(game.run, a))).toBe('on its way to its agent')
  const attempt = attemptId(runId(1), a, 1)
  game.record([{ type: 'guidance-delivered', task: a, attempt, said: 1, how }])
  expect(sayHeard(guidanceOf(game.run, a))).toBe(words)
  game.ask({ ask: 'guide', task: a, text: 'two' })
  expect(sayHeard(guidanceOf(game.run, a))).toBe('on its way to its agent')
})
