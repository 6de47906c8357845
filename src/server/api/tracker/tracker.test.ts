import { describe, expect, it } from 'vitest'
import { trackerOf } from '../../../core/workspace/tracker-of.ts'
import { foundWorkspace } from '../../../core/workspace/found.ts'
import type { MarkChange } from '../../../core/workspace/marks.ts'
import { aRepository } from '../../../../test/workspace/a-repository.ts'
import { serveGame } from '../../../../test/played/served-game.ts'
import type { MarkReply, ServedTracker } from '../../served/served-workspaces.ts'

const FRAME = { startedAt: 0, now: 5000, staleMinutes: 30, notices: [] }

function served(reply: MarkReply = { ok: true, isNew: true }) {
  const marked: [string, MarkChange][] = []
  const refreshed: (boolean | undefined)[] = []
  const repository = aRepository({
    workspaces: [foundWorkspace({ branch: 'api', path: '/work/api', lastActiveAt: 1000 })],
  })
  const tracker: ServedTracker = {
    async read(options) {
      refreshed.push(options?.refreshCi)
      return trackerOf([repository], FRAME)
    },
    async mark(repository, change) {
      marked.push([repository, change])
      return reply
    },
  }
  return { tracker, marked, refreshed }
}

describe('GET /api/tracker', () => {
  it('answers with a tree for each repository, as its document says', async () => {
    const { tracker } = served()
    using shop = await serveGame('a:', { tracker })
    const { status, json } = await shop.api.get('/api/tracker')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      trees: {
        shop: { name: 'shop', branch: 'main', workspace_id: null, children: [{ branch: 'api' }] },
      },
      session_statuses: {},
      session_start: '1970-01-01T00:00:00.000Z',
      session_duration_seconds: 5,
      worktree_count: 1,
      stale_minutes: 30,
      notices: [],
    })
  })

  it('asks for pull requests and checks again when it is told to', async () => {
    const { tracker, refreshed } = served()
    using shop = await serveGame('a:', { tracker })
    await shop.api.get('/api/tracker?refresh_ci=true')
    await shop.api.get('/api/tracker')
    expect(refreshed).toEqual([true, false])
    expect((await shop.api.get('/api/tracker?refresh_ci=yes')).status).toBe(422)
  })
})

describe('what people record about workspaces', () => {
  const api = { repository: 'shop', branch: 'api' }

  it('blocks and depends by POST, and takes both back by DELETE', async () => {
    const { tracker, marked } = served()
    using shop = await serveGame('a:', { tracker })
    await shop.api.post('/api/tracker/blockers', { ...api, reason: 'design review' })
    await shop.api.delete('/api/tracker/blockers?repository=shop&branch=api&reason=design+review')
    await shop.api.post('/api/tracker/dependencies', { ...api, on: 'lib:core' })
    const gone = await shop.api.delete(
      '/api/tracker/dependencies?repository=shop&branch=api&on=lib:core',
    )
    expect(gone).toMatchObject({ status: 200, json: { recorded: true } })
    expect(marked).toEqual([
      ['shop', { do: 'block', branch: 'api', reason: 'design review' }],
      ['shop', { do: 'unblock', branch: 'api', reason: 'design review' }],
      ['shop', { do: 'depend', branch: 'api', on: 'lib:core' }],
      ['shop', { do: 'undepend', branch: 'api', on: 'lib:core' }],
    ])
  })

  it('says what is wrong with a request', async () => {
    const unknown = served({ ok: false, is: 'unknown', message: 'no such workspace', hint: null })
    using shop = await serveGame('a:', { tracker: unknown.tracker })
    const block = (body: object) => shop.api.post('/api/tracker/blockers', body)
    expect(await block({ ...api, reason: 'x' })).toMatchObject({
      status: 404,
      json: { error: 'unknown_workspace', message: 'no such workspace' },
    })
    for (const bad of [{}, { ...api, reason: ' ' }, { ...api, reason: 'two\nlines' }])
      expect((await block(bad)).status).toBe(422)
    const cycle = served({ ok: false, is: 'refused', message: 'a circle', hint: 'take one back' })
    using other = await serveGame('a:', { tracker: cycle.tracker })
    const answer = await other.api.post('/api/tracker/dependencies', { ...api, on: 'shop:web' })
    expect(answer).toMatchObject({ status: 409, json: { error: 'mark_refused' } })
  })
})
