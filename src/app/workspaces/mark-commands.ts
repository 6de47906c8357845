/** conductor workspaces block, unblock and depends: what people record about workspaces. */
import { shellWord } from '../../core/text/command-line.ts'
import { oppositeOf, type MarkChange } from '../../core/workspace/marks.ts'
import { orbId } from '../../core/workspace/orb-id.ts'
import type { Tracker } from '../../core/workspace/tracker.ts'
import { nodesOf, treeOf } from '../../core/workspace/tracker-of.ts'
import { BAD_INPUT, Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import type { OpenTracker } from './open-tracker.ts'
import { openTrackerHere } from './workspaces-command.ts'

export async function blockCommand(
  named: string,
  reason: string,
  console: Console,
): Promise<number> {
  return markCommand(console, named, (branch) => ({ do: 'block', branch, reason: plain(reason) }))
}

/** Without a reason, everything that was recorded. */
export async function unblockCommand(
  named: string,
  reason: string | undefined,
  console: Console,
): Promise<number> {
  using opened = openTrackerHere(console, false)
  const tracker = await opened.tracker.read()
  const { repository, branch } = workspaceNamed(tracker, named, opened.current)
  const recorded = blockersOf(tracker, repository, branch)
  if (recorded.length === 0)
    throw new Complaint(`nothing blocks ${branch}`, 'see `conductor workspaces`')
  const reasons = reason === undefined ? recorded : [reason]
  for (const each of reasons) {
    if (!recorded.includes(each))
      throw new Complaint(`"${each}" does not block ${branch}`, `recorded: ${recorded.join('; ')}`)
    await mark(opened.tracker, repository, { do: 'unblock', branch, reason: each })
  }
  const undo = reasons.map((each) => lineFor(repository, { do: 'block', branch, reason: each }))
  const text = [`${branch} is not blocked any more by: ${reasons.join('; ')}`, ...undo.map(sayUndo)]
  console.answer(text.join('\n'), { repository, branch, removed: reasons, undo })
  return 0
}

export async function dependsCommand(
  [named, on, other]: readonly [string, string, string],
  isRemoved: boolean,
  console: Console,
): Promise<number> {
  if (on !== 'on')
    throw new Complaint(
      'the workspace that it depends on is named after the word "on"',
      'conductor workspaces depends web on shop:api',
    )
  return markCommand(console, named, (branch, full) => ({
    do: isRemoved ? 'undepend' : 'depend',
    branch,
    on: full(other),
  }))
}

async function markCommand(
  console: Console,
  named: string,
  changeOf: (branch: string, full: (other: string) => string) => MarkChange,
): Promise<number> {
  using opened = openTrackerHere(console, false)
  const tracker = await opened.tracker.read()
  const { repository, branch } = workspaceNamed(tracker, named, opened.current)
  const full = (other: string): string => {
    const workspace = workspaceNamed(tracker, other, opened.current)
    return orbId(workspace.repository, workspace.branch)
  }
  const change = changeOf(branch, full)
  const isNew = await mark(opened.tracker, repository, change)
  const undo = lineFor(repository, oppositeOf(change))
  const text = isNew ? [sayMark(change), sayUndo(undo)] : ['This is recorded so already.']
  console.answer(text.join('\n'), { repository, ...change, is_new: isNew, undo })
  return 0
}

async function mark(
  tracker: OpenTracker,
  repository: string,
  change: MarkChange,
): Promise<boolean> {
  const reply = await tracker.mark(repository, change)
  if (reply.ok) return reply.isNew
  const exitCode = reply.is === 'hindered' ? COULD_NOT_GO_ON : BAD_INPUT
  throw new Complaint(reply.message, reply.hint, exitCode)
}

function plain(reason: string): string {
  const text = reason.trim()
  if (text !== '' && text.length <= 300 && !/\p{Cc}/u.test(text)) return text
  throw new Complaint('the reason must be one line of at most 300 characters', null)
}

const sayUndo = (line: string): string => `Take it back:  ${line}`

function sayMark(change: MarkChange): string {
  switch (change.do) {
    case 'block':
      return `${change.branch} is blocked: ${change.reason}`
    case 'unblock':
      return `${change.branch} is not blocked any more by: ${change.reason}`
    case 'depend':
      return `${change.branch} depends on ${change.on}.`
    case 'undepend':
      return `${change.branch} does not depend on ${change.on} any more.`
  }
}

function lineFor(repository: string, change: MarkChange): string {
  const workspace = orbId(repository, change.branch)
  switch (change.do) {
    case 'block':
    case 'unblock':
      return line(change.do, workspace, change.reason)
    case 'depend':
      return line('depends', workspace, 'on', change.on)
    case 'undepend':
      return line('depends', '--remove', workspace, 'on', change.on)
  }
}

const line = (...words: readonly string[]): string =>
  ['conductor', 'workspaces', ...words].map(shellWord).join(' ')

/** `repository:branch`, or a branch of the repository in which the command was typed. */
function workspaceNamed(
  tracker: Tracker,
  named: string,
  current: string,
): { readonly repository: string; readonly branch: string } {
  const colon = named.indexOf(':')
  const repository = named.slice(0, Math.max(0, colon))
  if (treeOf(tracker, repository) === null) return { repository: current, branch: named }
  return { repository, branch: named.slice(colon + 1) }
}

function blockersOf(tracker: Tracker, repository: string, branch: string): readonly string[] {
  const root = treeOf(tracker, repository)
  const node = root === null ? undefined : nodesOf(root).find((each) => each.branch === branch)
  return node?.blockers ?? []
}
