import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aHistory, aPull, aRepository } from '../../../test/workspace/a-repository.ts'
import { foundWorkspace, type FoundRepository } from './found.ts'
import { buildTree } from './hierarchy.ts'
import { changeMarks, NO_MARKS } from './marks.ts'
import { orbsOf } from './orbs.ts'
import { nodesOf, trackerOf } from './tracker-of.ts'
import type { TreeNode } from './tracker.ts'

const workspaces = (...branches: readonly string[]) =>
  branches.map((branch) => foundWorkspace({ branch }))

/** `main(api(web))`: what stands on what. */
function draw({ branch, children }: TreeNode): string {
  return children.length === 0 ? branch : `${branch}(${children.map(draw).join(' ')})`
}

const drawn = (told: Partial<FoundRepository>): string => draw(buildTree(aRepository(told)).root)

describe('the tree of a repository', () => {
  it('puts a workspace on the base of its pull request first', () => {
    const told = {
      workspaces: [foundWorkspace({ branch: 'web', parent: 'old' }), ...workspaces('api', 'old')],
      pulls: [aPull({ number: 1, head: 'api' }), aPull({ number: 2, head: 'web', base: 'api' })],
    }
    expect(drawn(told)).toBe('main(api(web) old)')
  })

  it('else on the parent that was recorded, else on the branch below it in the history', () => {
    const history = aHistory('api: a1\nweb: api w1\ntop: web t1\nfresh:')
    const known = workspaces('api', 'web', 'fresh')
    const top = foundWorkspace({ branch: 'top', parent: 'api' })
    expect(drawn({ workspaces: [...known, top], history })).toBe('main(api(top web) fresh)')
    const gone = foundWorkspace({ branch: 'top', parent: 'a branch that is gone' })
    expect(drawn({ workspaces: [...known, gone], history })).toBe('main(api(web(top)) fresh)')
    const onMain = foundWorkspace({ branch: 'top', parent: 'main' })
    expect(drawn({ workspaces: [...known, onMain], history })).toBe('main(api(web) fresh top)')
  })

  it('does not stack branches that are at the same commit', () => {
    expect(drawn({ workspaces: workspaces('a', 'b'), history: aHistory('a: x\nb: a') })).toBe(
      'main(a b)',
    )
  })

  it('has a ghost for a pull request, and for the base of one, that has no workspace', () => {
    const pulls = [
      aPull({ number: 7, head: 'web', base: 'theirs' }),
      aPull({ number: 8, head: 'x' }),
    ]
    const { root } = buildTree(aRepository({ workspaces: workspaces('web'), pulls }))
    expect(draw(root)).toBe('main(theirs(web) x)')
    const [theirs, x] = root.children
    expect([theirs!.workspace_id, x!.workspace_id]).toEqual([null, null])
    expect([theirs!.name, x!.name]).toEqual(['theirs', 'change 8'])
    expect(theirs!.children[0]).toMatchObject({ workspace_id: 'shop:web', pr_number: 7 })
  })

  it('tells of each branch its commits from the parent, fifteen at most, its parent and its pages', () => {
    const many = Array.from({ length: 20 }, (_, n) => `c${n}`).join(' ')
    const { root } = buildTree(
      aRepository({
        page: 'https://github.com/acme/shop',
        workspaces: workspaces('api', 'fix/web 2'),
        history: aHistory(`api: ${many}\nfix/web 2: api w1`),
      }),
    )
    const [api] = root.children
    expect(api!.commits_from_parent).toHaveLength(15)
    expect(api!.commits_from_parent[0]).toEqual({
      sha: 'c19',
      short_sha: 'c19',
      author: 'Ann',
      date: '2026-11-17',
      message: 'c19',
      github_url: 'https://github.com/acme/shop/commit/c19',
      author_avatar_url: '',
    })
    const [web] = api!.children
    expect(web!.commits_from_parent.map(({ sha }) => sha)).toEqual(['w1'])
    expect(web!.parent_branch_name).toBe('api')
    expect(api!.parent_branch_name).toBe('main')
    expect(web!.github_url).toBe('https://github.com/acme/shop/tree/fix/web%202')
    expect(root).toMatchObject({ name: 'shop', branch: 'main', workspace_id: null })
  })

  it('merges what several sources tell of one branch, the first source first', () => {
    const { root } = buildTree(
      aRepository({
        workspaces: [
          foundWorkspace({ branch: 'api', name: 'the API', lastActiveAt: 1000 }),
          foundWorkspace({ branch: 'api', name: 'berlin', path: '/w/api', lastActiveAt: 5000 }),
          foundWorkspace({ branch: 'api', firstSeenAt: 500 }),
        ],
      }),
    )
    expect(root.children).toHaveLength(1)
    expect(root.children[0]).toMatchObject({
      name: 'the API',
      worktree_path: '/w/api',
      last_active_at: 5000,
      click_record: {
        first_seen: '1970-01-01T00:00:00.500Z',
        last_seen: '1970-01-01T00:00:05.000Z',
      },
    })
  })

  it('shows what people have recorded, and what our own plan makes it depend on', () => {
    const marked = changeMarks(NO_MARKS, { do: 'block', branch: 'api', reason: 'design review' })
    const marks = changeMarks(marked, { do: 'depend', branch: 'api', on: 'lib:core' })
    const api = foundWorkspace({ branch: 'api', dependsOn: ['web'] })
    const { root } = buildTree(aRepository({ workspaces: [api, ...workspaces('web')], marks }))
    expect(root.children[0]).toMatchObject({
      blockers: ['design review'],
      depends_on: ['shop:web', 'lib:core'],
    })
  })

  it('[GRAPH-25] reports a circle of pull requests and cuts it', () => {
    const pulls = [
      aPull({ number: 1, head: 'a', base: 'b' }),
      aPull({ number: 2, head: 'b', base: 'c' }),
      aPull({ number: 3, head: 'c', base: 'a' }),
      aPull({ number: 4, head: 'self', base: 'self' }),
    ]
    const { root, notices } = buildTree(aRepository({ pulls }))
    expect(draw(root)).toBe('main(a(c(b)) self)')
    expect(notices.map(({ message }) => message)).toEqual([
      'these branches are said to stand on each other: a -> b -> c -> a',
      'these branches are said to stand on each other: self -> self',
    ])
  })

  it('[GRAPH-25] has every branch exactly once, whatever parents are told', () => {
    const name = fc.integer({ min: 0, max: 12 }).map((n) => `b${n}`)
    const pulls = fc.array(fc.record({ head: name, base: fc.oneof(name, fc.constant('main')) }))
    const found = fc.array(fc.record({ branch: name, parent: fc.option(name) }))
    fc.assert(
      fc.property(pulls, found, (told, seen) => {
        const repository = aRepository({
          pulls: told.map((pull, number) => aPull({ number, ...pull })),
          workspaces: seen.map(foundWorkspace),
        })
        const branches = nodesOf(buildTree(repository).root).map(({ branch }) => branch)
        expect(new Set(branches).size).toBe(branches.length)
        for (const { branch } of seen) expect(branches).toContain(branch)
        for (const { head } of told) expect(branches).toContain(head)
      }),
    )
  })

  it('cuts a column that nobody could read', () => {
    const all = Array.from({ length: 1000 }, (_, n) =>
      foundWorkspace({ branch: `b${n}`, parent: `b${n - 1}` }),
    )
    const tracker = trackerOf([aRepository({ workspaces: all })], FRAME)
    const depths = orbsOf(tracker, 0).map(({ depth }) => depth)
    expect(depths).toHaveLength(1000)
    expect(Math.max(...depths)).toBe(200)
    expect(tracker.notices[0]!.message).toContain('more than 200')
  })
})

const FRAME = { startedAt: 0, now: 0, staleMinutes: 30, notices: [] }

describe('the tracker', () => {
  it('has a tree for each repository, and the sessions of all of them', () => {
    const session = { status: 'working', model: 'opus', isCompacting: false }
    const tracker = trackerOf(
      [
        aRepository({ workspaces: [foundWorkspace({ branch: 'api', session, path: '/api' })] }),
        aRepository({ name: 'lib', workspaces: workspaces('api') }),
      ],
      FRAME,
    )
    expect(Object.keys(tracker.trees)).toEqual(['shop', 'lib'])
    expect(tracker.worktree_count).toBe(1)
    expect(tracker.session_statuses).toEqual({
      'shop:api': {
        workspace_id: 'shop:api',
        status: 'working',
        model: 'opus',
        is_compacting: false,
      },
    })
  })

  it('reports dependencies between repositories that lead back to where they began', () => {
    const on = (branch: string, other: string) =>
      changeMarks(NO_MARKS, { do: 'depend', branch, on: other })
    const { notices } = trackerOf(
      [
        aRepository({ workspaces: workspaces('api'), marks: on('api', 'lib:core') }),
        aRepository({ name: 'lib', workspaces: workspaces('core'), marks: on('core', 'shop:api') }),
      ],
      FRAME,
    )
    expect(notices).toHaveLength(1)
    expect(notices[0]!.message).toBe(
      'these workspaces depend on each other: shop:api -> lib:core -> shop:api',
    )
  })
})
