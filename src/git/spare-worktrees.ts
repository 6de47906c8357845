/** Folders that could serve a new lane. Each is offered to one taker at a time. */
import { existsSync } from 'node:fs'
import type { WorktreeRecord, WorktreeRecords } from './worktree-record.ts'

export interface SpareWorktrees {
  /** null: a new folder is to be made. open: how many lanes have a folder or are about to. */
  take(open: number): WorktreeRecord | null
  /** It has been taken over or removed. One that has to stay as it is is not offered again. */
  used(record: WorktreeRecord): void
}

export function spareWorktrees(records: WorktreeRecords, max: number): SpareWorktrees {
  const taken = new Set<string>()
  return {
    take(open) {
      const there = records.all().filter(({ path }) => !taken.has(path) && existsSync(path))
      const pooled = there.filter(({ status }) => status === 'pooled')
      const kept = there.filter(({ status }) => status === 'kept')
      const isFull = open + kept.length > max
      const [spare] = [...pooled, ...(isFull ? longestUnused(kept) : [])]
      if (spare !== undefined) taken.add(spare.path)
      return spare ?? null
    },
    used: ({ path }) => void taken.delete(path),
  }
}

const longestUnused = (kept: readonly WorktreeRecord[]): readonly WorktreeRecord[] =>
  kept.toSorted((one, other) => one.usedAt - other.usedAt)
