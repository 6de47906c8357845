/** A fingerprint of all that is the user's own in a repository: a change of a single byte shows. */
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
  // It keeps git from collecting garbage for as long as a run goes on.
  /^\.git\/gc\.pid$/,
  /^\.git$/,
  /^$/,
]

/** For each path its mode, the time of its last change and a hash of its content; and what git says of the checkout. */
export function fingerprintOf(root: string): Readonly<Record<string, string>> {
  const fingerprint: Record<string, string> = {}
  const walk = (path: string): void => {
    const name = relative(root, path)
    if (
      OURS.some((ours) => ours.test(name)) &&
      !/^(\.git(\/refs(\/heads)?|\/logs(\/refs(\/heads)?)?)?)?$/.test(name)
    )
      return
    const stat = lstatSync(path)
    if (stat.isDirectory()) for (const child of readdirSync(path)) walk(join(path, child))
    else fingerprint[name] = describe(path, stat.mode, stat.mtimeMs)
  }
  walk(root)
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
    })
  fingerprint['git stash'] = git('stash', 'list')
  fingerprint['git status'] = git(
    'status',
    '--porcelain=v2',
    '--branch',
    '--untracked-files=all',
    '--',
    '.',
    ':!.conductor',
  )
  fingerprint['git config'] = git('config', '--list', '--local')
  fingerprint['git HEAD'] = git('rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD')
  return fingerprint
}

function describe(path: string, mode: number, changedAt: number): string {
  const content = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : readFileSync(path)
  return `${mode.toString(8)} ${changedAt} ${createHash('sha256').update(content).digest('hex')}`
}
