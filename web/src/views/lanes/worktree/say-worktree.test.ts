import { expect, it } from 'vitest'
import { laneName } from '../../../../../src/core/value/ids.ts'
import type { WorktreeRow } from '../../../../../src/server/served/served-worktrees.ts'
import { folderName, isOurs, sayStatus, whatIsKept } from './say-worktree.ts'

const ROW: WorktreeRow = {
  path: '/home/ada/shop-task-api',
  branch: 'task-api',
  lane: laneName('task-api'),
  run: null,
  task: null,
  status: 'kept',
  ahead: 0,
  behind: 2,
  dirty: false,
  bytes: 4000,
}

it('is called by the last part of its path', () => {
  expect(folderName('/home/ada/shop-task-api')).toBe('shop-task-api')
  expect(folderName('/home/ada/shop-task-api/')).toBe('shop-task-api')
})

it('says how it stands, also when a server says something new', () => {
  expect(sayStatus('check')).toBe('worktree for checks')
  expect(sayStatus('haunted')).toBe('haunted')
})

it('can be removed only if it is one of ours', () => {
  expect(isOurs(ROW)).toBe(true)
  expect(isOurs({ ...ROW, lane: null, status: 'checkout' })).toBe(false)
  expect(isOurs({ ...ROW, lane: null, status: 'foreign' })).toBe(false)
})

it('says before it is removed what would be kept, and where', () => {
  expect(whatIsKept(ROW)).toContain('the target already has all its work')
  expect(whatIsKept({ ...ROW, ahead: 1, dirty: true })).toBe(
    'Nothing is lost: uncommitted files are kept in rescue, and 1 commit that the target lacks stay on task-api. Its folder is removed; `conductor rescue` lists the kept work.',
  )
})
