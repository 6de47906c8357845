import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitPlace } from '../../../test/repository/git-place.ts'
import { usersHooks } from './users-hooks.ts'

it("the user's hooks are where git would look for them", async () => {
  using place = gitPlace()
  expect(await usersHooks(place.repository)).toBe(join(place.path, '.git', 'hooks'))
  place.git('config', 'core.hooksPath', '.husky')
  expect(await usersHooks(place.repository)).toBe('.husky')
})
