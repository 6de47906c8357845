import { expect, it } from 'vitest'
import { serveGame } from '../../../../test/played/served-game.ts'

it('begins to make a plan, tells how far it is, refuses a second one, and can be cancelled', async () => {
  using shop = await serveGame('a:', { isWaiting: true })
  expect(await shop.api.get('/api/planning')).toMatchObject({ status: 200, json: null })
  const wish = { requirements: ' Todo app with login ', parallel: 2, backend: 'offline' }
  const begun = await shop.api.post('/api/planning', wish)
  expect(begun.json).toMatchObject({
    requirements: 'Todo app with login',
    file: 'tasks.yaml',
    state: 'planning',
    steps: [{ says: 'planning offline' }],
    problem: null,
  })
  expect(await shop.api.get('/api/planning')).toMatchObject({ status: 200, json: begun.json })
  expect(await shop.api.post('/api/planning', wish)).toMatchObject({
    status: 409,
    json: { message: 'a plan is being made already' },
  })
  expect(await shop.api.delete('/api/planning')).toMatchObject({ status: 200 })
  expect(await shop.api.get('/api/planning')).toMatchObject({ status: 200, json: null })
})

it.each([
  {},
  { requirements: '  ' },
  { requirements: 'a', parallel: 0 },
  { requirements: 'a', model: 'x' },
])('refuses %j', async (body) => {
  using shop = await serveGame('a:', { isWaiting: true })
  expect(await shop.api.post('/api/planning', body)).toMatchObject({ status: 422 })
  expect(await shop.api.get('/api/planning')).toMatchObject({ status: 200, json: null })
})
