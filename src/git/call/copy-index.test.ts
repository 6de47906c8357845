import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitPlace } from '../../../test/repository/git-place.ts'
import { copyIndex } from './copy-index.ts'

it('makes a copy that is not newer than the index, so that git looks at late files again', () => {
  using place = gitPlace()
  const [index, copy] = [join(place.path, '.git/index'), join(place.path, '.git/copy')]
  copyIndex(index, copy)
  expect(statSync(copy).mtimeMs).toBeLessThan(statSync(index).mtimeMs)
  expect(statSync(copy).mtimeMs).toBeGreaterThan(statSync(index).mtimeMs - 3)
})
