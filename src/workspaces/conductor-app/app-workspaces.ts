/** The workspaces of the app, from the rows of its tables. */
import type { FoundSession } from '../../core/workspace/found.ts'
import type { AppTables } from './app-tables.ts'

export interface AppWorkspace {
  readonly repository: AppRepository
  readonly branch: string
  readonly name: string
  /** Where its folder may be, the likeliest first. */
  readonly folders: readonly string[]
  readonly parent: string | null
  readonly createdAt: number | null
  readonly lastActiveAt: number | null
  readonly session: FoundSession | null
}

export interface AppRepository {
  readonly name: string
  readonly root: string
  readonly remote: string | null
}

type Row = AppTables['workspaces'][number]

/** workspacesFolder: where the app makes its worktrees. */
export function appWorkspaces(
  { repositories, workspaces, sessions }: AppTables,
  workspacesFolder: string,
): readonly AppWorkspace[] {
  const byId = new Map(repositories.map((row) => [textIn(row, 'id'), row]))
  const sessionsOf = Map.groupBy(sessions.filter(isShown), (row) => textIn(row, 'workspace_id'))
  return workspaces.filter(isOpen).flatMap((row) => {
    const repository = byId.get(textIn(row, 'repository_id'))
    const branch = textIn(row, 'branch')
    if (repository === undefined || branch === null) return []
    const ids = [textIn(row, 'id'), textIn(row, 'local_id')].filter((id) => id !== null)
    const own = ids.flatMap((id) => sessionsOf.get(id) ?? [])
    return [workspaceOf(row, repositoryOf(repository), branch, { own, workspacesFolder })]
  })
}

/** Archived ones have no folder any more. */
const isOpen = (row: Row): boolean => textIn(row, 'state') !== 'archived'

const isShown = (row: Row): boolean => Number(row['is_hidden'] ?? 0) === 0

function repositoryOf(row: Row): AppRepository {
  const root = textIn(row, 'root_path') ?? ''
  const name = textIn(row, 'name') ?? root.split('/').at(-1) ?? ''
  return { name, root, remote: textIn(row, 'remote_url') }
}

function workspaceOf(
  row: Row,
  repository: AppRepository,
  branch: string,
  { own, workspacesFolder }: { readonly own: readonly Row[]; readonly workspacesFolder: string },
): AppWorkspace {
  const folder = plainName(textIn(row, 'directory_name'))
  const newestFirst = own.toSorted(
    (one, other) => (timeIn(other, 'updated_at') ?? 0) - (timeIn(one, 'updated_at') ?? 0),
  )
  const spoken = own.map((each) => timeIn(each, 'last_user_message_at') ?? 0)
  return {
    repository,
    branch,
    name: textIn(row, 'workspace_name') ?? folder ?? branch,
    folders: [
      textIn(row, 'workspace_path'),
      folder && `${workspacesFolder}/${repository.name}/${folder}`,
      folder && `${repository.root}/.conductor/${folder}`,
    ].filter((path) => typeof path === 'string'),
    parent: parentIn(row),
    createdAt: timeIn(row, 'created_at'),
    lastActiveAt: Math.max(0, ...spoken) || timeIn(row, 'updated_at'),
    session: newestFirst[0] === undefined ? null : sessionOf(newestFirst[0]),
  }
}

/** The app may name the branch of the remote. */
const parentIn = (row: Row): string | null =>
  (textIn(row, 'initialization_parent_branch') ?? textIn(row, 'intended_target_branch'))?.replace(
    /^origin\//,
    '',
  ) ?? null

/** A name that leads out of its folder is no name of a folder. */
const plainName = (name: string | null): string | null =>
  name === null || /^\.*$|[/\\]/.test(name) ? null : name

const sessionOf = (row: Row): FoundSession => ({
  status: textIn(row, 'status') ?? 'idle',
  model: textIn(row, 'model'),
  isCompacting: Number(row['is_compacting'] ?? 0) === 1,
})

function textIn(row: Row, column: string): string | null {
  const value = row[column]
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? `${value}`
      : null
}

/** Milliseconds since 1970, which no Date goes beyond. */
const LAST_MOMENT = 8.64e15

/** `2026-11-17 15:40:00` means UTC, as SQLite writes it; ISO texts name their zone. null: this is no time. */
function timeIn(row: Row, column: string): number | null {
  const value = row[column]
  if (typeof value === 'number') {
    const time = value < 1e11 ? value * 1000 : value
    return Math.abs(time) <= LAST_MOMENT ? time : null
  }
  if (typeof value !== 'string') return null
  const isPlain = /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(value) && !/(?:Z|[+-]\d\d:?\d\d)$/.test(value)
  return Date.parse(isPlain ? `${value.replace(' ', 'T')}Z` : value) || null
}
