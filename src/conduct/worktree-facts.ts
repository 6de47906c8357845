/** What an attempt reports about its worktree, as facts. */
import type { Fact } from '../core/run/event.ts'
import type { TaskId } from '../core/value/ids.ts'
import type { OpenedWorktree } from './attempt-runner.ts'

export const openedFacts = (worktree: OpenedWorktree, task: TaskId): readonly Fact[] => {
  const { lane, path, branch, base, notes } = worktree
  return [{ type: 'worktree-opened', task, lane, path, branch, base }, ...noticedFacts(notes, task)]
}

export const noticedFacts = (what: readonly string[], about: TaskId): readonly Fact[] =>
  what.map((sentence) => ({ type: 'noticed', about, what: sentence }))
