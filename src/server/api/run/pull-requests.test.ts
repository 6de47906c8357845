import { expect, it } from 'vitest'
import { BEGUN, landAll, opened, pushed } from '../../../../test/played/published.ts'
import { serveGame } from '../../../../test/played/served-game.ts'

it('tells the pull requests of a run, the lowest of a stack first, also by the name of the project', async () => {
  using shop = await serveGame('api:\nshop: api', { isolation: 'worktree' })
  const game = shop.game()
  game.record([BEGUN])
  landAll(game)
  const feedback = [{ id: 'IC_1', by: 'ann', kind: 'comment', line: 'Please' }] as const
  game.record([
    ...opened('task-api', 12, { ci: 'fail', failing: ['build'], feedback }),
    pushed('task-shop', 'task-api'),
  ])
  for (const start of ['/api/runs/1', '/api/projects/shop/runs/current']) {
    const { status, json } = await shop.api.get(`${start}/pull-requests`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      run: '1',
      remote: 'origin',
      into: 'main',
      problem: null,
      pull_requests: [
        {
          lane: 'task-api',
          number: 12,
          state: 'open',
          ci: 'fail',
          failing: ['build'],
          feedback: [{ by: 'ann', kind: 'comment', line: 'Please' }],
          text: null,
        },
        { lane: 'task-shop', number: null, state: 'pushed', base: 'task-api', below: ['task-api'] },
      ],
    })
  }
})

it('has the text of a pull request that has no page', async () => {
  using shop = await serveGame('api:', { isolation: 'worktree' })
  shop.game().record([BEGUN])
  landAll(shop.game())
  shop.game().record(opened('task-api', 1, { url: '' }))
  const { json } = await shop.api.get('/api/runs/1/pull-requests')
  expect(json.pull_requests[0].text).toMatch(/^## Summary\n\napi\n\n## What was done[^]*try them$/)
  expect(json.pull_requests[0].text).not.toMatch(/<!--|\u200b/)
})

it('says what the forge does not answer, and tells nothing of a run that publishes nothing', async () => {
  using shop = await serveGame('a:')
  const none = await shop.api.get('/api/runs/1/pull-requests')
  expect(none.json).toEqual({
    run: '1',
    remote: null,
    into: null,
    pull_requests: [],
    problem: null,
    hint: null,
  })
  const problem = { is: 'no-token', message: 'No token', hint: 'Log in', notBefore: null } as const
  shop.game().record([BEGUN, { type: 'forge-troubled', problem }])
  const { json } = await shop.api.get('/api/runs/1/pull-requests')
  expect(json).toMatchObject({ remote: 'origin', problem: 'No token', hint: 'Log in' })
  expect((await shop.api.get('/api/runs/9/pull-requests')).status).toBe(404)
})

it('takes the review of a person, and wants to know what has to change', async () => {
  using shop = await serveGame('api:', { isolation: 'worktree' })
  shop.game().record([BEGUN])
  landAll(shop.game())
  shop.game().record(opened('task-api', 1, { url: '' }))
  const path = '/api/runs/1/tasks/api/pull-request/review'
  const approved = await shop.api.post(path, { decision: 'approved' })
  expect(approved.status).toBe(200)
  expect(approved.json.pull_requests[0].lane).toBe('task-api')
  await shop.api.post(path, { decision: 'changes-requested', text: 'Name it better' })
  expect(shop.reviewed).toEqual([
    ['approved', 'api', ''],
    ['changes-requested', 'api', 'Name it better'],
  ])
  for (const bad of [{ decision: 'changes-requested', text: ' ' }, { decision: 'merged' }, {}])
    expect((await shop.api.post(path, bad)).status).toBe(422)
  const nobody = await shop.api.post(path.replace('/api/pull', '/nobody/pull'), {
    decision: 'approved',
  })
  expect(nobody.status).toBe(404)
})
