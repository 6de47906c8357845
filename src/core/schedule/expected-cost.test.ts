import { expect, it } from 'vitest'
import { saidEstimate } from '../durations/estimate.ts'
import { makeTask, type Plan, type Work } from '../plan/plan.ts'
import { taskId } from '../value/ids.ts'
import { expectedCost } from './expected-cost.ts'

const planOf = (...work: readonly Work[]): Plan => ({
  name: 'shop',
  groups: [],
  tasks: work.map((one, i) =>
    makeTask({ id: taskId(`t${i}`), work: one, estimate: saidEstimate(1800) }),
  ),
})

const PROMPT: Work = { is: 'prompt', text: 'x' }
const COMMAND: Work = { is: 'command', line: 'true' }

it('is the hours of prompts at what an hour has cost, and nothing for commands', () => {
  expect(expectedCost(planOf(PROMPT, PROMPT, COMMAND), 4.1)).toBe(4.1)
  expect(expectedCost(planOf(COMMAND), null)).toBe(0)
  expect(expectedCost(planOf(PROMPT), null)).toBeNull()
})
