/** The whole API, checked by the schemas it is described with. */
import { OpenAPIHono } from '@hono/zod-openapi'
import type { LiveRuns } from '../live-runs.ts'
import type { ServedRepository } from '../served-repository.ts'
import { asksApi } from './asks.ts'
import { healthApi } from './health.ts'

export type Api = ReturnType<typeof apiOf>

export function apiOf(served: ServedRepository, live: LiveRuns) {
  return new OpenAPIHono().route('/', healthApi(served, live)).route('/', asksApi(served))
}
