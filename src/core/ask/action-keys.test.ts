import { expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import { ACTION_KEYS, actionsFor } from './task-actions.ts'

it('gives every action that is offered together with others a letter of its own', () => {
  inAnyGame({
    rest({ run, now }) {
      for (const { id } of run.plan.tasks) {
        const letters = actionsFor(run, id, now).map(({ name }) => ACTION_KEYS[name])
        expect(new Set(letters).size).toBe(letters.length)
      }
    },
  })
})

it('leaves the letters that move within a list alone', () => {
  expect(Object.values(ACTION_KEYS)).not.toContain('j')
  expect(Object.values(ACTION_KEYS)).not.toContain('k')
})
