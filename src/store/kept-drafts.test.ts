import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { taskId } from '../core/value/ids.ts'
import { keptDrafts } from './kept-drafts.ts'
import { openSqliteEventStore } from './sqlite-event-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'drafts-'))
const file = join(folder, 'conductor.db')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const change = {
  task: taskId('api'),
  change: { priority: 1, togetherWith: [taskId('shop')] },
} as const

describe('drafts', () => {
  it('are kept in the store, by file, also before the first run, and until they are dropped', () => {
    const drafts = keptDrafts(file, 'shop')
    expect(drafts.get('tasks.yaml')).toEqual([])
    drafts.set('tasks.yaml', [])
    drafts.set('tasks.yaml', [change])
    const later = keptDrafts(file, 'shop')
    expect(later.get('tasks.yaml')).toEqual([change])
    expect(later.get('other.yaml')).toEqual([])
    expect(keptDrafts(file, 'elsewhere').get('tasks.yaml')).toEqual([])
    const store = openSqliteEventStore(file)
    store.rebuildTables()
    store.close()
    expect(later.get('tasks.yaml')).toEqual([change])
    later.set('tasks.yaml', [])
    expect(later.get('tasks.yaml')).toEqual([])
    writeFileSync(file, 'not a database')
    expect(later.get('tasks.yaml')).toEqual([])
  })
})
