import { expect, it, vi } from 'vitest'
import { repository } from '../../../test/conductor.ts'
import { READING, whatIsAsked } from './what-is-asked.ts'

it('is GitHub only for a repository on GitHub, with a token', async () => {
  await using here = repository({})
  vi.stubEnv('GITHUB_TOKEN', 'ghp_of_the_user')
  expect(await whatIsAsked([here.path])).toBe(READING)
  here.git('remote', 'add', 'origin', 'git@git.example.org:acme/shop.git')
  expect(await whatIsAsked([here.path])).toBe(READING)
  here.git('remote', 'set-url', 'origin', 'git@github.com:acme/shop.git')
  expect(await whatIsAsked([here.path])).toMatch(/GitHub/)
  for (const name of ['GITHUB_TOKEN', 'GH_TOKEN']) vi.stubEnv(name, undefined)
  vi.stubEnv('GH_CONFIG_DIR', '/nonexistent')
  expect(await whatIsAsked([here.path])).toBe(READING)
})
