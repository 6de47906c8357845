import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { answerErrors } from './answer-errors.ts'

it('tells the client only the number of an internal error, and the log all of it', async () => {
  const logged: [tried: string, error: unknown][] = []
  const app = new Hono()
  answerErrors(app, (tried, error) => {
    logged.push([tried, error])
    return 'abcd1234'
  })
  const error = new Error(
    '/home/ann/shop/.conductor/conductor.db: database disk image is malformed',
  )
  app.get('/api/runs', () => {
    throw error
  })
  const answer = await app.request('/api/runs?secret=1')
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({
    error: 'internal',
    message: 'something went wrong here; it is number abcd1234 in the log of the server',
    hint: 'look in .conductor/server.log',
  })
  expect(logged).toEqual([['GET /api/runs', error]])
})
