import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished, describe, expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { appDatabase, type AppRows } from '../../../test/workspace/app-database.ts'
import { appWorkspaces } from './app-workspaces.ts'
import { openConductorApp, workspacesOfApp } from './conductor-app.ts'

function place(): string {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder.path
}

const read = (file: string) => openConductorApp().read(file, 0)

const SHOP = {
  id: 'r1',
  name: 'shop',
  root_path: '/home/ann/shop',
  remote_url: 'git@github.com:acme/shop',
}

const OLD: AppRows = {
  repos: [SHOP],
  workspaces: [
    {
      id: 'w1',
      repository_id: 'r1',
      directory_name: 'berlin',
      branch: 'ann/api',
      state: 'ready',
      initialization_parent_branch: 'origin/next',
      created_at: '2026-11-01 10:00:00',
      updated_at: '2026-11-02 10:00:00',
    },
    { id: 'w2', repository_id: 'r1', directory_name: 'oslo', branch: 'gone', state: 'archived' },
    {
      id: 'w3',
      repository_id: 'no such repository',
      directory_name: 'x',
      branch: 'x',
      state: 'ready',
    },
  ],
  sessions: [
    {
      id: 's1',
      workspace_id: 'w1',
      status: 'idle',
      updated_at: '2026-11-02 10:00:00',
      last_user_message_at: '2026-11-03T08:00:00.000Z',
    },
    {
      id: 's2',
      workspace_id: 'w1',
      status: 'working',
      model: 'opus',
      is_compacting: 1,
      updated_at: '2026-11-02T11:00:00Z',
      last_user_message_at: '2026-11-02 11:00:00',
    },
    {
      id: 's3',
      workspace_id: 'w1',
      status: 'error',
      is_hidden: 1,
      updated_at: '2026-11-09 11:00:00',
    },
  ],
}

describe('[WT-16] the database of Conductor.app', () => {
  it('in its old form gives workspaces with their newest session and activity', () => {
    const file = join(place(), 'conductor.db')
    appDatabase(file, 'old', OLD).close()
    const { workspaces, notice } = read(file)
    expect(notice).toBeNull()
    expect(workspaces).toHaveLength(1)
    expect(workspaces[0]).toMatchObject({
      repository: { name: 'shop', root: '/home/ann/shop', remote: 'git@github.com:acme/shop' },
      branch: 'ann/api',
      name: 'berlin',
      parent: 'next',
      createdAt: Date.UTC(2026, 10, 1, 10),
      lastActiveAt: Date.UTC(2026, 10, 3, 8),
      session: { status: 'working', model: 'opus', isCompacting: true },
    })
    expect(workspaces[0]!.folders.at(-1)).toBe('/home/ann/shop/.conductor/berlin')
  })

  it('may hold numbers that are no time', () => {
    const times = [9e15, -9e15, 1e300, Infinity, NaN, 1_700_000_000, 1_700_000_000_000]
    const read = appWorkspaces(
      {
        repositories: [SHOP],
        workspaces: times.map((updated_at) => ({ repository_id: 'r1', branch: 'x', updated_at })),
        sessions: [],
      },
      '/w',
    )
    const no = [null, null, null, null, null]
    const day = 1_700_000_000_000
    expect(read.map(({ lastActiveAt }) => lastActiveAt)).toEqual([...no, day, day])
  })

  it('in its new form, where keys and columns have other names, does the same', () => {
    const file = join(place(), 'conductor.db')
    appDatabase(file, 'new', {
      repos: [SHOP],
      workspaces: [
        {
          local_id: 'l1',
          id: null,
          repository_id: 'r1',
          directory_name: '../../etc',
          workspace_name: 'the API',
          workspace_path: '/w/berlin',
          branch: 'api',
          state: 'active',
          intended_target_branch: 'main',
          updated_at: '2026-11-02T10:00:00+01:00',
        },
      ],
      sessions: [{ id: 's', workspace_id: 'l1', status: 'error', updated_at: '2026-11-02' }],
    }).close()
    expect(read(file).workspaces).toEqual([
      {
        repository: { name: 'shop', root: '/home/ann/shop', remote: 'git@github.com:acme/shop' },
        branch: 'api',
        name: 'the API',
        folders: ['/w/berlin'],
        parent: 'main',
        createdAt: null,
        lastActiveAt: Date.UTC(2026, 10, 2, 9),
        session: { status: 'error', model: null, isCompacting: false },
      },
    ])
  })

  it('[SEC-01] is not changed by reading, and neither is its folder, whether the app runs or not', () => {
    const folder = place()
    const file = join(folder, 'conductor.db')
    const app = appDatabase(file, 'old', OLD)
    const bytes = () =>
      readdirSync(folder).map((name) => [
        name,
        name.endsWith('shm') ? '' : readFileSync(join(folder, name), 'latin1'),
      ])
    const running = bytes()
    expect(running).toHaveLength(3)
    expect(read(file).workspaces).toHaveLength(1)
    expect(bytes()).toEqual(running)
    app.close()
    const closed = bytes()
    expect(closed).toHaveLength(1)
    expect(read(file).workspaces).toHaveLength(1)
    expect(bytes()).toEqual(closed)
  })

  it('shows changes of the running app, and is only read again after one', () => {
    const file = join(place(), 'conductor.db')
    const app = appDatabase(file, 'old', OLD)
    onTestFinished(() => app.close())
    const reader = openConductorApp()
    const before = reader.read(file, 0)
    expect(reader.read(file, 1)).toBe(before)
    app.exec(`update workspaces set branch = 'other' where id = 'w1'`)
    expect(reader.read(file, 2).workspaces[0]!.branch).toBe('other')
  })

  it('of an app that crashed is read without its last changes, which is said', () => {
    const folder = place()
    const file = join(folder, 'conductor.db')
    const app = appDatabase(file, 'old', OLD)
    app.exec('pragma wal_checkpoint(truncate)')
    app.exec(`update workspaces set branch = 'last'`)
    const log = readFileSync(`${file}-wal`)
    const database = readFileSync(file)
    app.close()
    writeFileSync(file, database)
    writeFileSync(`${file}-wal`, log)
    const { workspaces, notice } = read(file)
    expect(workspaces[0]!.branch).toBe('ann/api')
    expect(notice!.message).toContain('did not close')
    expect(readdirSync(folder).toSorted()).toEqual(['conductor.db', 'conductor.db-wal'])
  })
})

describe('a database of Conductor.app that cannot be read', () => {
  it('is no problem when nobody has named it and it does not exist', () => {
    expect(openConductorApp().read(null, 0)).toEqual({ workspaces: [], notice: null })
    expect(openConductorApp().read('none', 0)).toEqual({ workspaces: [], notice: null })
  })

  it('is named when the settings name it', () => {
    expect(read('/no/such.db').notice!.message).toContain('/no/such.db does not exist')
  })

  it('is explained when it is damaged or no database', () => {
    const file = join(place(), 'conductor.db')
    writeFileSync(file, 'this is no database '.repeat(500))
    expect(read(file).notice!.message).toContain('is damaged, or no database')
  })

  it('is explained when it is of a newer version that has other tables', () => {
    const file = join(place(), 'conductor.db')
    const db = new DatabaseSync(file)
    db.exec('create table repos (id text, root_path text); create table workspaces (uuid text)')
    db.close()
    const { notice } = read(file)
    expect(notice!.message).toContain('another form than this version knows')
    expect(notice!.message).toContain('workspaces has no repository_id, branch')
    expect(notice!.hint).toContain('update Conductor')
  })

  it('is explained when it is locked, and tried again later', () => {
    const file = join(place(), 'conductor.db')
    appDatabase(file, 'old', OLD).close()
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec('pragma journal_mode = delete; begin exclusive')
    const reader = openConductorApp()
    expect(reader.read(file, 0).notice!.message).toContain('is locked')
    other.exec('commit')
    expect(reader.read(file, 10_000).notice).not.toBeNull()
    expect(reader.read(file, 40_000).workspaces).toHaveLength(1)
  })

  it('is explained when the file cannot be opened', () => {
    const { notice } = read(place())
    expect(notice!.message).toContain('cannot be')
    expect(notice!.hint).toContain('may this user read it?')
  })

  it('is explained when its path leads nowhere: a circle of links, or a name that is too long', () => {
    const circle = join(place(), 'circle')
    symlinkSync(circle, circle)
    for (const path of [join(circle, 'conductor.db'), `/tmp/${'x'.repeat(5000)}`])
      expect(read(path).notice!.hint).toContain('may this user read it?')
  })
})

describe('its workspaces in our trees', () => {
  it('are those of the repository, with the branch that is checked out in their folder', () => {
    const folder = place()
    const [worktree, admin] = [join(folder, 'berlin'), join(folder, 'git')]
    mkdirSync(worktree)
    mkdirSync(admin)
    writeFileSync(join(worktree, '.git'), `gitdir: ${admin}\n`)
    writeFileSync(join(admin, 'HEAD'), 'ref: refs/heads/renamed\n')
    const repository = { name: 'shop', root: '/shop', remote: null }
    const berlin = {
      repository,
      branch: 'api',
      name: 'berlin',
      folders: ['/nowhere', worktree],
      parent: 'main',
      createdAt: 1,
      lastActiveAt: 5,
      session: { status: 'working', model: null, isCompacting: false },
    }
    const all = [berlin, { ...berlin, repository: { ...repository, root: '/lib' } }]
    const isSame = ({ root }: { root: string }) => root === '/shop'
    const found = workspacesOfApp(all, { isSame, since: 10 })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      branch: 'renamed',
      path: worktree,
      standing: { status: 'working' },
    })
    rmSync(join(worktree, '.git'))
    expect(workspacesOfApp(all, { isSame, since: 10 })).toEqual([])
    expect(workspacesOfApp(all, { isSame, since: 1 })).toMatchObject([
      { branch: 'api', path: null },
    ])
  })
})
