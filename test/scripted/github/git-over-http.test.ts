import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { git, tryGit } from './git/call-git.ts'
import { startGithub } from './start-github.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clone-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const NO_PROMPT = { env: { GIT_TERMINAL_PROMPT: '0' } }
const clone = (address: string) => tryGit(folder, ['clone', '-q', address, '.'], NO_PROMPT)
const push = (...args: readonly string[]) => tryGit(folder, ['push', '-q', ...args], NO_PROMPT)

async function commit(file: string): Promise<string> {
  await writeFile(join(folder, file), `${file}\n`)
  await git(folder, ['add', '-A'])
  await git(folder, ['commit', '-q', '-m', file])
  return await git(folder, ['rev-parse', 'HEAD'])
}

describe('git', () => {
  it('fetches and pushes with a token, and a pull request follows', async () => {
    await using github = await startGithub()
    expect(await clone(github.remoteWithToken())).toMatchObject({ code: 0 })
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toBe('# shop\n')
    await git(folder, ['checkout', '-q', '-b', 'api'])
    const first = await commit('api.ts')
    expect(await push('origin', 'api')).toMatchObject({ code: 0 })
    await github.person('ann').openPull({ title: 'API', head: 'api', base: 'main' })
    expect(github.pull(1)).toMatchObject({ headSha: first, state: 'open' })
    const second = await commit('more.ts')
    await push('origin', 'api')
    expect(github.pull(1).headSha).toBe(second)
    const kept = await git(folder, ['ls-remote', 'origin', 'refs/pull/1/head'])
    expect(kept).toContain(second)
  })

  it('gets 401 without a token or with a wrong one, and 404 where the token sees nothing', async () => {
    await using github = await startGithub({
      repositories: [{}, { name: 'secret' }],
      token: { repositories: ['acme/shop'] },
    })
    expect((await clone(github.remote())).error).toContain('could not read Username')
    expect((await clone(github.remoteWithToken('acme/shop', 'wrong'))).error).toContain(
      'Authentication failed',
    )
    expect((await clone(github.remoteWithToken('acme/secret'))).error).toContain('not found')
    expect(github.requests[0]).toMatchObject({ kind: 'git', status: 401, isAuthenticated: false })
  })

  it('may not push with a token that only reads', async () => {
    await using github = await startGithub({ token: { rights: { contents: 'read' } } })
    await clone(github.remoteWithToken())
    await commit('x.ts')
    expect((await push('origin', 'HEAD:refs/heads/x')).error).toContain('403')
    expect(github.repository().branches.has('x')).toBe(false)
  })

  it('may not push to a protected branch, and moves the others of the same push', async () => {
    await using github = await startGithub({
      repositories: [{ protectedBranches: ['release'] }],
    })
    await github.person('ann').push('release', { 'a.ts': '1' })
    await clone(github.remoteWithToken())
    await git(folder, ['checkout', '-q', 'release'])
    await commit('x.ts')
    const { code, error } = await push('origin', 'HEAD:release', 'HEAD:refs/heads/free')
    expect(code).toBe(1)
    expect(error).toContain('GH006: Protected branch update failed for refs/heads/release')
    expect(github.repository().branches.has('free')).toBe(true)
  })

  it('reads a public repository without a token', async () => {
    await using github = await startGithub({ repositories: [{ isPrivate: false }] })
    expect(await clone(github.remote())).toMatchObject({ code: 0 })
    expect((await push('origin', 'HEAD:refs/heads/x')).code).not.toBe(0)
  })

  it('of the token under test is watched: what a person pushed is never overwritten', async () => {
    await using github = await startGithub({ strict: false })
    const ann = github.person('ann')
    await ann.push('api', { 'api.ts': '1\n' })
    await clone(github.remoteWithToken())
    await commit('other.ts')
    await push('--force', 'origin', 'HEAD:refs/heads/api')
    expect(github.violations).toEqual([
      'The token under test overwrote what ann pushed to api (acme/shop).',
    ])
    await ann.openPull({ title: 'API', head: 'api', base: 'main' })
    await push('origin', 'HEAD:main', ':refs/heads/api')
    expect(github.violations.slice(1)).toEqual([
      'The token under test pushed to main (acme/shop).',
      'The token under test closed #1 by a push (acme/shop).',
    ])
  })

  it('may be cut off after the push has happened', async () => {
    await using github = await startGithub()
    await clone(github.remoteWithToken())
    await git(folder, ['checkout', '-q', '-b', 'api'])
    const sha = await commit('api.ts')
    github.failNext('cut after acting', { matching: /POST .*git-receive-pack/ })
    expect((await push('origin', 'api')).code).not.toBe(0)
    expect(github.repository().branches.get('api')).toBe(sha)
  })
})
