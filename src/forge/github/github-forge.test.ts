import { afterEach, beforeEach, vi } from 'vitest'
import { describeForge, type ForgeWithPeople } from '../../../test/contracts/forge.ts'
import { startGithub, type Github } from '../../../test/scripted/github/start-github.ts'
import type { GithubOptions } from '../../../test/scripted/github/options.ts'
import type { Forge } from '../../conduct/forge-ports.ts'
import { githubPlaceOf } from '../../core/workspace/github-remote.ts'
import { openGithub } from './open-github.ts'

beforeEach(() => {
  vi.stubEnv('GITHUB_TOKEN', 'ghp_tokenUnderTest0123456789')
  vi.stubEnv('GH_TOKEN', undefined)
})
afterEach(() => vi.unstubAllEnvs())

/** Pauses are short on a machine of our own. */
const QUICK = { patience: { repeats: 2, pause: 1, isPaced: false } }

const forgeOn = ({ api }: Pick<Github, 'api'>): Forge => {
  const remotes = [{ name: 'origin', address: 'git@github.com:acme/shop.git' }]
  return openGithub(githubPlaceOf(remotes, [{ host: 'github.com', api }])!, QUICK)
}

interface There extends ForgeWithPeople {
  readonly github: Github
}

async function there(options: GithubOptions = {}): Promise<There> {
  const github = await startGithub(options)
  const forge = forgeOn(github)
  const ann = github.person('ann')
  await ann.push('main', { 'README.md': 'A shop\n' })
  await ann.push('dev', { 'dev.txt': 'x\n' })
  await ann.forcePush('dev', github.repository().branches.get('main')!)
  return {
    github,
    forge,
    push: (branch, file, text) => ann.push(branch, { [file]: text }),
    merge: (number, method) => ann.merge(number, method),
    removeBranch: (branch) => ann.removeBranch(branch),
    close: (number) => ann.close(number),
    review: (number, is, text) =>
      ann.review(number, is === 'approved' ? 'APPROVED' : 'CHANGES_REQUESTED', text),
    async [Symbol.asyncDispose]() {
      forge[Symbol.dispose]()
      await github[Symbol.asyncDispose]()
    },
  }
}

describeForge('GitHub', there)
