/** The forge GitHub on our own GitHub, for tests. */
import { afterEach, beforeEach, vi } from 'vitest'
import type { Forge } from '../../src/conduct/forge-ports.ts'
import type { SeenPull } from '../../src/core/forge/seen-pull.ts'
import { githubPlaceOf } from '../../src/core/workspace/github-remote.ts'
import type { Patience } from '../../src/forge/github/call/github-client.ts'
import { openGithub } from '../../src/forge/github/open-github.ts'
import { must } from '../contracts/forge.ts'
import { startGithub, type Github } from './github/start-github.ts'

export const TOKEN = 'ghp_tokenUnderTest0123456789'

/** What the forge takes for the present. */
export const NOW = 1_800_000_000_000

/** Pauses are short on a machine of our own. */
export const QUICK: Patience = { repeats: 2, pause: 1, isPaced: false }

/** In every test of the file. */
export function useToken(): void {
  beforeEach(() => {
    vi.stubEnv('GITHUB_TOKEN', TOKEN)
    vi.stubEnv('GH_TOKEN', undefined)
  })
  afterEach(() => vi.unstubAllEnvs())
}

export function forgeOn({ api }: Pick<Github, 'api'>, patience = QUICK): Forge {
  const remotes = [{ name: 'origin', address: 'git@github.com:acme/shop.git' }]
  const place = githubPlaceOf(remotes, [{ host: 'github.com', api }])!
  return openGithub(place, { patience, clock: () => NOW })
}

/** A GitHub with an open pull request for the branch api. */
export async function withPull(...options: Parameters<typeof startGithub>) {
  const github = await startGithub(...options)
  const ann = github.person('ann')
  await ann.push('api', { 'api.txt': 'one\n' })
  const { number } = await ann.openPull({ title: 'API', head: 'api', base: 'main' })
  return { github, ann, number, [Symbol.asyncDispose]: () => github[Symbol.asyncDispose]() }
}

export const pullOn = async (forge: Forge): Promise<SeenPull> =>
  must(await forge.pulls(['api']))[0]!
