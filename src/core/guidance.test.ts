import { expect, it } from 'vitest'
import { inAnyGame } from '../../test/any-game.ts'
import { pendingGuidance } from './guidance.ts'
import { stateOf, taskOf } from './run.ts'

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
