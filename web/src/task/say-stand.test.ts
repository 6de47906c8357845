import { expect, it } from 'vitest'
import { Game, planFrom } from '../../../test/play.ts'
import { taskId } from '../../../src/core/ids.ts'
import { sayStand } from './say-stand.ts'

it('says of a task that waits for a person what its card says, not what to type', () => {
  const { run, now } = new Game(planFrom('a:', { a: { needsHuman: true } }), {})
  expect(sayStand(run, taskId('a'), now)).toBe('needs your word before it starts')
})
