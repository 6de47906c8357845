import { expect, it } from 'vitest'
import { Game, planFrom } from '../../../test/played/play.ts'
import { pageTitle } from './page-title.ts'

const { run } = new Game(planFrom('api:\nshop: api'), {})

const titleOf = (path: string, needs: number) => pageTitle(path, { needs, run, project: 'shop' })

it('names the view, the plan and the project', () => {
  expect(titleOf('/lanes', 0)).toBe(`Lanes - ${run.plan.name} - shop - Conductor`)
  expect(titleOf('/', 0)).toMatch(/^Board - /)
})

it('names the task, or the run that is looked at', () => {
  expect(titleOf('/tasks/api', 0)).toMatch(/^api - /)
  expect(titleOf('/tasks/nobody', 0)).toMatch(/^Tasks - /)
  expect(titleOf('/runs/7/board', 0)).toMatch(/^Run 7 - /)
})

it('begins with how much needs the person', () => {
  expect(titleOf('/board', 3)).toMatch(/^\(3\) Board - /)
})

it('names what there is where nothing has been started', () => {
  expect(pageTitle('/board', { needs: 0, run: null, project: 'shop' })).toBe(
    'Board - shop - Conductor',
  )
  expect(pageTitle('/', { needs: 2, run: null, project: null })).toBe('(2) Board - Conductor')
})

it('[ORB-01] names the tracker where the orbs are shown, with or without a run', () => {
  expect(titleOf('/orbs', 0)).toBe('Orbs - Conductor Worktree Tracker 3D')
  expect(pageTitle('/orbs', { needs: 2, run: null, project: null })).toBe(
    '(2) Orbs - Conductor Worktree Tracker 3D',
  )
})
