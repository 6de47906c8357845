import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { tempRepository } from '../../../test/repository/temp-repository.ts'
import { commitId } from '../../core/value/ids.ts'
import { pushResult, writePatches } from './export-result.ts'

const LINES = 'one\r\ntwo\r\nthree\r\nfour\r\n'

it('writes patches that git am applies, whatever the line ends, the author and the settings', async () => {
  const repo = tempRepository({ 'a.txt': LINES })
  const base = commitId(repo.git('rev-parse', 'main'))
  repo.git('config', 'core.autocrlf', 'false')
  repo.commit({ 'a.txt': LINES.replace('two', 'TWO') }, 'the second line')
  repo.git('commit', '--quiet', '--amend', '--author', 'Odd\x1fName <odd@example.com>', '--no-edit')
  const result = repo.commit({ 'a.txt': LINES.replace('two', '2'), 'new.txt': 'new\r\n' }, 'more')
  for (const setting of [
    'diff.context=0',
    'format.useAutoBase=true',
    'diff.orderFile=missing',
    'diff.submodule=log',
    'format.suffix=.txt',
    'color.ui=always',
  ])
    repo.git('config', ...(setting.split('=') as [string, string]))
  const folder = join(dirname(repo.root), 'link')
  symlinkSync('nowhere', folder)
  const refused = { is: 'bad-folder', folder, because: 'it is a link to nothing' }
  expect(await writePatches(repo, { base, result }, folder)).toEqual(refused)
  const out = join(dirname(repo.root), 'out')
  expect(await writePatches(repo, { base, result }, out)).toBe(2)
  const patches = readdirSync(out).map((name) => join(out, name))
  expect(patches.every((name) => name.endsWith('.patch'))).toBe(true)
  repo.git('checkout', '--quiet', '--detach', base)
  repo.git('am', '--quiet', '--keep-cr', ...patches.toSorted())
  expect(repo.git('diff', '--no-color', '--stat', 'HEAD', result)).toBe('')
  expect(readFileSync(join(repo.root, 'a.txt'), 'utf8')).toBe(LINES.replace('two', '2'))
})

it('ends a push that gets no answer, and one that a person stops', async () => {
  const repo = tempRepository()
  repo.git('config', 'protocol.ext.allow', 'always')
  repo.git('remote', 'add', 'silent', 'ext::sleep 2')
  const commit = commitId(repo.git('rev-parse', 'main'))
  const request = { remote: 'silent', branch: 'x', commit }
  const { signal } = new AbortController()
  const refused = { is: 'push-refused', remote: 'silent', says: 'no answer in 0.3s' }
  expect(await pushResult(repo, { ...request, signal }, 300)).toEqual(refused)
  const stopped = { is: 'push-stopped', remote: 'silent', branch: 'x' }
  expect(await pushResult(repo, { ...request, signal: AbortSignal.abort() })).toEqual(stopped)
})
