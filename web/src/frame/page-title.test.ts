import { expect, it } from 'vitest'
import { Game, planFrom } from '../../../test/played/play.ts'
import { pageTitle } from './page-title.ts'

const { run } = new Game(planFrom('api:\nshop: api'), {})

it('names the view and the plan', () => {
  expect(pageTitle('/lanes', 0, run)).toBe(`Lanes - ${run.plan.name} - Conductor`)
  expect(pageTitle('/', 0, run)).toMatch(/^Board - /)
})

it('names the task, or the run that is looked at', () => {
  expect(pageTitle('/tasks/api', 0, run)).toMatch(/^api - /)
  expect(pageTitle('/tasks/nobody', 0, run)).toMatch(/^Tasks - /)
  expect(pageTitle('/runs/7/board', 0, run)).toMatch(/^Run 7 - /)
})

it('begins with how much needs the person', () => {
  expect(pageTitle('/board', 3, run)).toMatch(/^\(3\) Board - /)
})
