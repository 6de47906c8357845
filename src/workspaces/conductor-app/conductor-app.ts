/** The workspaces of the Mac app called Conductor, as its database has them. The database is only read. */
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { foundWorkspace, type FoundWorkspace } from '../../core/workspace/found.ts'
import type { TrackerNotice } from '../../core/workspace/tracker.ts'
import { readTables, UnknownTables } from './app-tables.ts'
import { appWorkspaces, type AppWorkspace } from './app-workspaces.ts'
import { openForeignDatabase, stampOf } from './open-foreign-database.ts'

export interface ConductorApp {
  /** setting: the path of the database, `none`, or null for its usual place. */
  read(setting: string | null, now: number): ReadApp
}

interface ReadApp {
  readonly workspaces: readonly AppWorkspace[]
  readonly notice: Omit<TrackerNotice, 'repository'> | null
}

const NOTHING: ReadApp = { workspaces: [], notice: null }

const usualPlace = (): string =>
  join(homedir(), 'Library', 'Application Support', 'com.conductor.app', 'conductor.db')

/** Milliseconds until a database that could not be read is tried again. */
const AGAIN_AFTER = 30_000

export function openConductorApp(): ConductorApp {
  /** failedAt: null: it could be read, and is read again after a change. */
  let last: { key: string; read: ReadApp; failedAt: number | null } | null = null
  return {
    read(setting, now) {
      if (setting === 'none') return NOTHING
      const file = setting === null ? usualPlace() : fromHome(setting)
      const stamp = stampOrTrouble(file)
      if (stamp === null) return setting === null ? NOTHING : missing(file)
      if (typeof stamp !== 'string') return { workspaces: [], notice: noticeOf(stamp.error, file) }
      const key = `${file} ${stamp}`
      const isDue = last?.failedAt == null ? last?.key !== key : now - last.failedAt >= AGAIN_AFTER
      if (last === null || isDue) {
        const { hasFailed, ...read } = readDatabase(file)
        last = { key, read, failedAt: hasFailed ? now : null }
      }
      return last.read
    },
  }
}

/** A path may lead where this user may not look, or nowhere at all: a circle of links, a name that is too long. */
function stampOrTrouble(file: string): ReturnType<typeof stampOf> | { readonly error: unknown } {
  try {
    return stampOf(file)
  } catch (error) {
    return { error }
  }
}

const fromHome = (path: string): string => resolve(path.replace(/^~(?=\/)/, homedir()))

function readDatabase(file: string): ReadApp & { readonly hasFailed: boolean } {
  try {
    using opened = openForeignDatabase(file)
    const tables = readTables(opened.db)
    const workspaces = appWorkspaces(tables, join(homedir(), 'conductor', 'workspaces'))
    return { workspaces, notice: opened.lacksNewest ? LACKS_NEWEST : null, hasFailed: false }
  } catch (error) {
    return { workspaces: [], notice: noticeOf(error, file), hasFailed: true }
  }
}

const WHOSE = 'the workspaces of Conductor.app are not shown: its database'

const LACKS_NEWEST = {
  message: 'the newest changes in Conductor.app are not shown: it did not close its database',
  hint: 'open the app once',
}

const missing = (file: string): ReadApp => ({
  workspaces: [],
  notice: {
    message: `${WHOSE} ${file} does not exist`,
    hint: 'correct workspaces.conductor_app, or remove it',
  },
})

const BUSY = 5
const CANNOT_OPEN = 14
const CORRUPT: ReadonlySet<number> = new Set([11, 26])

function noticeOf(error: unknown, file: string): ReadApp['notice'] {
  const code = (error as { readonly errcode?: number }).errcode
  const primary = code === undefined ? null : code & 0xff
  if (error instanceof UnknownTables)
    return {
      message: `${WHOSE} has another form than this version knows (${error.message})`,
      hint: 'update Conductor; workspaces.conductor_app: none hides this',
    }
  if (primary === BUSY) return { message: `${WHOSE} is locked`, hint: 'it is tried again soon' }
  if (primary !== null && CORRUPT.has(primary))
    return { message: `${WHOSE} ${file} is damaged, or no database`, hint: 'nothing was changed' }
  const reason = primary === CANNOT_OPEN ? 'cannot be opened' : `cannot be read (${String(error)})`
  return { message: `${WHOSE} ${file} ${reason}`, hint: 'may this user read it?' }
}

/** Which of them belong to this repository, as workspaces of ours. */
export interface OfRepository {
  /** Whether this is the same repository: by its folder or by its address. */
  isSame(repository: AppWorkspace['repository']): boolean
  /** Older ones are left out, unless they have a folder. */
  readonly since: number
}

export function workspacesOfApp(
  workspaces: readonly AppWorkspace[],
  { isSame, since }: OfRepository,
): readonly FoundWorkspace[] {
  return workspaces
    .filter(({ repository }) => isSame(repository))
    .flatMap((each) => {
      const path = each.folders.find((folder) => existsSync(join(folder, '.git'))) ?? null
      if (path === null && (each.lastActiveAt ?? 0) < since) return []
      return [foundIn(each, path)]
    })
}

/** The branch in the folder counts: the database may be behind. */
const foundIn = (each: AppWorkspace, path: string | null): FoundWorkspace =>
  foundWorkspace({
    branch: (path === null ? null : branchIn(path)) ?? each.branch,
    name: each.name,
    path,
    parent: each.parent,
    firstSeenAt: each.createdAt,
    lastActiveAt: each.lastActiveAt,
    session: each.session,
    standing: STANDING[each.session?.status ?? ''] ?? null,
  })

const STANDING: Readonly<Record<string, FoundWorkspace['standing']>> = {
  working: { status: 'working', says: 'an agent works in Conductor.app' },
  error: { status: 'stuck', says: 'its session in Conductor.app ended with an error' },
}

/** null: HEAD is detached, or this is no worktree. */
function branchIn(folder: string): string | null {
  try {
    const [, admin] = /^gitdir: (.+)$/m.exec(readFileSync(join(folder, '.git'), 'utf8')) ?? []
    if (admin === undefined) return null
    const head = readFileSync(join(resolve(folder, admin), 'HEAD'), 'utf8')
    return /^ref: refs\/heads\/(.+?)\s*$/.exec(head)?.[1] ?? null
  } catch {
    return null
  }
}
