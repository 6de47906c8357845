/** Everything that is the user's own in a repository, so that a change of a single byte shows. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What Conductor may add: its own folder, objects, its own refs and branches, worktrees, one line in exclude. */
const OURS = [
  /^\.conductor(\/|$)/,
  /^\.git\/(objects|worktrees|refs\/conductor|logs\/refs\/conductor)(\/|$)/,
  /^\.git\/(logs\/)?refs\/heads\/(conductor|task-|epic-|issue-)/,
  /^\.git\/(logs\/)?refs(\/heads)?$/,
  /^\.git\/logs$/,
  /^\.git\/info\/exclude$/,
  /^\.git\/conductor/,
  // Holds off a gc for as long as a run goes on.
  /^\.git\/gc\.pid$/,
  /^\.git$/,
  /^$/,
]

/** Path to what is there: content, kind, mode, and for files of the checkout the time of the last change. */
export function fingerprintOf(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const walk = (path: string): void => {
    const name = relative(root, path)
    if (
      OURS.some((ours) => ours.test(name)) &&
      !/^(\.git(\/refs(\/heads)?|\/logs(\/refs(\/heads)?)?)?)?$/.test(name)
    )
      return
    const stat = lstatSync(path)
    if (stat.isDirectory()) for (const child of readdirSync(path)) walk(join(path, child))
    else found[name] = describe(path, stat.mode, stat.mtimeMs)
  }
  walk(root)
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
    })
  found['git stash'] = git('stash', 'list')
  found['git status'] = git(
    'status',
    '--porcelain=v2',
    '--branch',
    '--untracked-files=all',
    '--',
    '.',
    ':!.conductor',
  )
  found['git config'] = git('config', '--list', '--local')
  found['git HEAD'] = git('rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD')
  return found
}

function describe(path: string, mode: number, changedAt: number): string {
  const content = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : readFileSync(path)
  return `${mode.toString(8)} ${changedAt} ${createHash('sha256').update(content).digest('hex')}`
}
