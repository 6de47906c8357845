import { describeForge, type ForgeWithPeople } from '../../../test/contracts/forge.ts'
import { startGithub, type Github } from '../../../test/scripted/github/start-github.ts'
import type { GithubOptions } from '../../../test/scripted/github/options.ts'
import { forgeOn, useToken } from '../../../test/scripted/github-forge.ts'

useToken()

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
