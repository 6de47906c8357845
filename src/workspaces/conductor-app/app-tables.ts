/** Reads the tables of the app. Its columns come and go with its versions, so only those that exist are asked for. */
import type { DatabaseSync } from 'node:sqlite'

type Row = Readonly<Record<string, unknown>>

export interface AppTables {
  readonly repositories: readonly Row[]
  readonly workspaces: readonly Row[]
  /** The newest first. */
  readonly sessions: readonly Row[]
}

/** The tables are not as any version had them that we know of. */
export class UnknownTables extends Error {}

const REPOSITORY = ['id', 'name', 'remote_url', 'root_path', 'default_branch']
const WORKSPACE = [
  'local_id',
  'id',
  'repository_id',
  'directory_name',
  'workspace_name',
  'workspace_path',
  'branch',
  'state',
  'initialization_parent_branch',
  'intended_target_branch',
  'created_at',
  'updated_at',
]
const SESSION = [
  'workspace_id',
  'status',
  'model',
  'is_hidden',
  'is_compacting',
  'last_user_message_at',
  'updated_at',
]

export function readTables(db: DatabaseSync): AppTables {
  const repositories = rowsOf(db, 'repos', REPOSITORY, ['id', 'root_path'])
  const workspaces = rowsOf(db, 'workspaces', WORKSPACE, ['repository_id', 'branch'])
  const sessions = hasTable(db, 'sessions') ? rowsOf(db, 'sessions', SESSION, ['workspace_id']) : []
  return { repositories, workspaces, sessions }
}

function rowsOf(
  db: DatabaseSync,
  table: string,
  wanted: readonly string[],
  needed: readonly string[],
): readonly Row[] {
  const columns = new Set(db.prepare(`pragma table_info("${table}")`).all().map(nameOf))
  const missing = needed.filter((column) => !columns.has(column))
  if (missing.length > 0) throw new UnknownTables(`${table} has no ${missing.join(', ')}`)
  const chosen = wanted.filter((column) => columns.has(column)).map((column) => `"${column}"`)
  return db.prepare(`select ${chosen.join(', ')} from "${table}"`).all()
}

const nameOf = (row: Row): string => String(row['name'])

const hasTable = (db: DatabaseSync, table: string): boolean =>
  db.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`).get(table) !==
  undefined
