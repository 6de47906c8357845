/** Whatever makes `.conductor/` keeps it out of commits, in the file of git that is not committed itself. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../conductor.ts'

const FILES = {
  'tasks.yaml': 'tasks:\n  - {id: a, run: "true"}\n',
  'spec.md': '# Shop\n\n- a page with all products\n- a basket\n',
}

it.each([
  ['add', 'b', '--run', 'true'],
  ['plan', 'spec.md', '--out', 'tasks.yaml'],
  ['foresee', 'a page with all products'],
  ['config'],
  ['templates'],
  ['add', '--prompt', 'Fix it', '--save-template', 'fix'],
])('after `conductor %s` (%#) git sees no new folder of ours', async (...typed) => {
  await using place = repository(FILES)
  const { code } = await place.conductor(...typed)
  expect(code).toBe(0)
  expect(place.git('status', '--short', '--', '.conductor')).toBe('')
  expect(existsSync(join(place.path, '.gitignore'))).toBe(false)
})

it('adds its line once', async () => {
  await using place = repository(FILES)
  for (const id of ['b', 'c']) await place.conductor('add', id, '--run', 'true')
  const excluded = readFileSync(join(place.path, '.git/info/exclude'), 'utf8')
  expect(excluded.split('\n').filter((line) => line === '.conductor/')).toHaveLength(1)
})
