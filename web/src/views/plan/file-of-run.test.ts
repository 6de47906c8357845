import { expect, it } from 'vitest'
import { fileOfRun } from './file-of-run.ts'

it('names the file of a run as users type it, unless it is not in the project', () => {
  const named = (file: string | null) => fileOfRun({ source: { file, digest: '' } }, '/code/shop')
  expect(named('/code/shop/plans/t4.yaml')).toBe('plans/t4.yaml')
  expect(named('/code/shopping/t4.yaml')).toBeNull()
  expect(named('/code/shop/.conductor/plans/a1.yaml')).toBeNull()
  expect(named(null)).toBeNull()
})
