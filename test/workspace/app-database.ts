/** Databases as versions of the Mac app made them: the tables, with the columns that those versions had. */
import { DatabaseSync } from 'node:sqlite'

const OLD = `
create table repos (id text primary key, remote_url text, name text, default_branch text default 'main',
  root_path text, setup_script text, created_at text, updated_at text);
create table workspaces (id text primary key, repository_id text, directory_name text, branch text,
  state text default 'active', derived_status text default 'in-progress', initialization_parent_branch text,
  created_at text default (datetime('now')), updated_at text default (datetime('now')));
create table sessions (id text primary key, workspace_id text, status text default 'idle', model text,
  is_hidden integer default 0, is_compacting integer default 0, last_user_message_at text,
  updated_at text default (datetime('now')));`

const NEW = `
create table _sqlx_migrations (version integer primary key);
create table repos (id text primary key, remote_url text, name text, default_branch text default 'main',
  root_path text, remote text, display_order integer, hidden integer, storage_version integer);
create table workspaces (local_id text primary key, id text, repository_id text, directory_name text, branch text,
  state text, intended_target_branch text, workspace_path text, workspace_name text, hosting_server_url text,
  sandbox_provider text, created_at text, updated_at text);
create table sessions (id text primary key, workspace_id text, status text default 'idle', model text,
  agent_type text, is_hidden integer default 0, last_user_message_at text, context_used_percent real,
  updated_at text);
create table terminal_sessions (id text);`

const SHAPES = { old: OLD, new: NEW }

type Row = Readonly<Record<string, string | number | null>>

export interface AppRows {
  readonly repos?: readonly Row[]
  readonly workspaces?: readonly Row[]
  readonly sessions?: readonly Row[]
}

/** The caller closes it: a program that is running has its database open. */
export function appDatabase(file: string, shape: keyof typeof SHAPES, rows: AppRows): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(`pragma journal_mode = wal; ${SHAPES[shape]}`)
  for (const [table, entries] of Object.entries(rows))
    for (const row of entries as readonly Row[]) {
      const columns = Object.keys(row)
      const marks = columns.map(() => '?').join(', ')
      db.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`).run(
        ...Object.values(row),
      )
    }
  return db
}
