import type { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { serveGame, type ServedGame } from '../../../test/played/served-game.ts'
import { until } from '../../../test/until.ts'
import type { Refused } from '../http/api-error.ts'
import { openGlances } from './glances.ts'
import { mountOf, openMounts } from './mounts.ts'
import { isAboutCurrent, projectIn } from './project-paths.ts'
import type { ListedProject, ServedHub } from './served-hub.ts'

/** A hub of played repositories that notes what is opened and closed. */
async function hubOf(notations: Readonly<Record<string, string>>) {
  const games = new Map<string, ServedGame>()
  for (const [id, notation] of Object.entries(notations))
    games.set(id, await serveGame(notation, { tasks: { human: { needsHuman: true } } }))
  onTestFinished(() => games.forEach((game) => game[Symbol.dispose]()))
  const gone = new Set<string>()
  const broken = new Set<string>()
  const happened: string[] = []
  const mustWork = (id: string): void => {
    if (broken.has(id)) throw new Error(`${id} is no database`)
  }
  const logOf = (id: string) => {
    mustWork(id)
    const { served } = games.get(id)!
    const lastSequence = (): number => {
      mustWork(id)
      return served.log.lastSequence()
    }
    return { ...served, log: { ...served.log, lastSequence } }
  }
  const hub: ServedHub = {
    current: 'shop',
    folder: '/shop',
    list: () =>
      [...games.keys()].map((id) => ({ id, name: id, root: `/${id}`, isThere: !gone.has(id) })),
    add: () => ({ id: '', name: '', root: '', isThere: true }),
    remove: ({ id }: ListedProject) => void games.delete(id),
    open({ id }) {
      const served = logOf(id)
      happened.push(`opened ${id}`)
      return {
        served,
        watch: () => ({ [Symbol.dispose]() {} }),
        async [Symbol.asyncDispose]() {
          happened.push(`closed ${id}`)
        },
      }
    },
    glance({ id }) {
      const { log, conductedRun, frozen } = logOf(id)
      return { log, conductedRun, frozen, [Symbol.dispose]: () => void happened.push(`left ${id}`) }
    },
  }
  return { hub, games, gone, broken, happened }
}

/** What the server has written down. */
const reported: string[] = []

const options = (unusedAfter?: number) => ({
  report(tried: string) {
    reported.push(tried)
    return '1'
  },
  projects: { watch() {}, leave() {} },
  makeApi: () => Promise.resolve({} as Hono),
  ...(unusedAfter === undefined ? {} : { unusedAfter }),
})

const mountsOf = ({ hub, games }: Awaited<ReturnType<typeof hubOf>>, unusedAfter?: number) => {
  const current = mountOf({ served: games.get('shop')!.served }, options(unusedAfter))
  const mounts = openMounts(current, hub, options(unusedAfter))
  onTestFinished(() => Promise.resolve(mounts[Symbol.asyncDispose]()))
  return mounts
}

const refusalOf = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (error) {
    return (error as Refused).body.error
  }
}

it('a project is opened when it is first asked for, once, and closed when unused', async () => {
  const place = await hubOf({ shop: 'a:', blog: 'a:' })
  const mounts = mountsOf(place, 30)
  expect(place.happened).toEqual([])
  expect(mounts.find('blog')).toBe(mounts.find('blog'))
  expect(mounts.find('current')).toBe(mounts.find('shop'))
  expect(place.happened).toEqual(['opened blog'])
  await until('it is closed', () => place.happened.includes('closed blog'))
  mounts.find('blog')
  expect(place.happened).toEqual(['opened blog', 'closed blog', 'opened blog'])
})

it('a project that a browser follows, that answers a request, plans or has a terminal is not closed', async () => {
  const place = await hubOf({
    shop: 'a:',
    blog: 'a:',
    site: 'a:',
    docs: 'a:',
    news: 'a:',
    wiki: 'a:',
  })
  const mounts = mountsOf(place, 30)
  const closed: string[] = []
  const { sockets } = mounts.find('blog')
  const joined = sockets.join({
    send() {},
    close: (_code, why) => void closed.push(why),
    drop() {},
    waiting: () => 0,
    isThere: () => true,
  })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asking = mounts.use('news', () => answered)
  const { planning } = mounts.find('docs').served
  planning.start({ requirements: 'more', issues: null, parallel: null, backend: null, file: null })
  Object.assign(mounts.find('wiki').served.terminals, { count: () => 1 })
  mounts.find('site')
  await until('an unused one is closed', () => place.happened.includes('closed site'))
  expect(place.happened).not.toContain('closed blog')
  expect(place.happened).not.toContain('closed docs')
  expect(place.happened).not.toContain('closed wiki')
  expect(place.happened).not.toContain('closed news')
  joined.left()
  answer()
  await asking
  for (const id of ['blog', 'news'])
    await until(`${id} is closed, too`, () => place.happened.includes(`closed ${id}`))
})

it('a project that is gone, broken or not listed is refused, and hurts no other', async () => {
  const place = await hubOf({ shop: 'a:', blog: 'a:', site: 'a:' })
  const mounts = mountsOf(place)
  mounts.find('blog')
  place.gone.add('blog')
  place.broken.add('site')
  expect(refusalOf(() => mounts.find('blog'))).toBe('project_missing')
  await until('it is closed', () => place.happened.includes('closed blog'))
  expect(refusalOf(() => mounts.find('site'))).toBe('project_broken')
  expect(refusalOf(() => mounts.find('..'))).toBe('unknown_project')
  expect(mounts.find('shop')).toBe(mounts.current)
  place.gone.clear()
  place.broken.clear()
  for (const id of ['blog', 'site']) expect(mounts.find(id).served.name).toBe('shop')
})

it('the project of the server is refused, too, while its folder is gone', async () => {
  const place = await hubOf({ shop: 'a:', blog: 'a:' })
  const mounts = mountsOf(place)
  place.gone.add('shop')
  for (const id of ['shop', 'current'])
    expect(refusalOf(() => mounts.find(id))).toBe('project_missing')
  expect(mounts.find('blog')).not.toBe(mounts.current)
  place.gone.clear()
  expect(mounts.find('current')).toBe(mounts.current)
})

it('a project that breaks while it is open is refused, once written down, and opened again when it is mended', async () => {
  const place = await hubOf({ shop: 'a:', blog: 'a:' })
  const mounts = mountsOf(place)
  reported.length = 0
  const { live } = mounts.find('blog')
  place.broken.add('blog')
  for (let times = 0; times < 5; times++) live.look()
  expect(reported).toEqual(['reading the log'])
  for (let times = 0; times < 2; times++)
    expect(refusalOf(() => mounts.find('blog'))).toBe('project_broken')
  expect(place.happened).toEqual(['opened blog', 'closed blog'])
  place.broken.clear()
  expect(mounts.find('blog').live).not.toBe(live)
})

it('so is the project of the server, which stays open', async () => {
  const place = await hubOf({ shop: 'a:' })
  const current = mountOf(place.hub.open(place.hub.list()[0]!), options())
  const mounts = openMounts(current, place.hub, options())
  onTestFinished(() => Promise.resolve(mounts[Symbol.asyncDispose]()))
  place.broken.add('shop')
  expect(refusalOf(() => mounts.find('current'))).toBe('project_broken')
  place.broken.clear()
  expect(mounts.find('current')).toBe(current)
})

it('an address without a project may be about that of the server', () => {
  const about = (path: string) => isAboutCurrent(new URL(path, 'http://x'))
  const suggest = 'suggest-parallelization'
  for (const path of ['runs', 'runs/1/tasks', 'plan', 'attention', 'session', suggest])
    expect([path, about(`/api/${path}`)]).toEqual([path, true])
  expect([about(`/api/${suggest}/use`), about('/metrics')]).toEqual([true, true])
  for (const path of ['projects', 'tracker/blockers', 'attention?project=all', 'health'])
    expect([path, about(`/api/${path}`)]).toEqual([path, false])
  expect(about('/runs')).toBe(false)
})

it('the list tells how each stands, what cannot be read, and every change', async () => {
  const place = await hubOf({ shop: 'a:', blog: 'human:', site: 'a:' })
  using glances = openGlances(place.hub)
  place.broken.add('site')
  const said = async (): Promise<readonly string[]> =>
    (await glances.rows()).map(
      ({ id, state, run, needs_you, problem }) =>
        `${id} ${problem ?? state} ${run?.says ?? '-'} ${needs_you}`,
    )
  expect(await said()).toEqual([
    'shop ok running 0',
    'blog ok blocked by you 1',
    'site site is no database - 0',
  ])
  expect((await glances.queues()).map(({ project, needs }) => [project.id, needs.length])).toEqual([
    ['blog', 1],
  ])
  const told: number[] = []
  glances.subscribe((rows) => void told.push(rows.reduce((sum, row) => sum + row.needs_you, 0)))
  await until('it is told', () => told.at(-1) === 1)
  place.games
    .get('blog')!
    .game()
    .ask({ ask: 'approve', task: 'human' as never })
  await until('the change is told', () => told.at(-1) === 0)
  place.gone.add('blog')
  await until('it is left', () => place.happened.includes('left blog'))
  expect(await said()).toContain('blog missing - 0')
})

it('knows which paths are about a project, and which are pages', () => {
  expect(projectIn('/api/projects/blog/runs/1')).toEqual({
    id: 'blog',
    inside: '/api/projects/current/runs/1',
  })
  expect(projectIn('/projects/blog/batches/2/status')).toEqual({
    id: 'blog',
    inside: '/projects/current/batches/2/status',
  })
  expect(projectIn('/projects/blog/metrics')).toEqual({ id: 'blog', inside: '/metrics' })
  for (const page of ['/projects/blog/board', '/projects/blog', '/api/projects/blog', '/board'])
    expect(projectIn(page)).toBe(null)
})
