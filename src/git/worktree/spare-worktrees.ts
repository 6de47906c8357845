/** Folders that could serve a new lane. Each is offered to one taker at a time. */
import { existsSync } from 'node:fs'
import type { WorktreeRecord, WorktreeRecords } from './worktree-record.ts'

export interface SpareWorktrees {
  /** null: a new folder is to be made. open: how many lanes have a folder or are about to. */
  take(open: number): WorktreeRecord | null
  /** It has been taken over or removed, or has to stay as it is; the latter is not offered again. */
  done(path: string, how: 'used' | 'left'): void
  /** For its own lane, as soon as nobody else is taking it over; what is known of it may have changed then. */
  reserve(path: string): Promise<void>
}

export function spareWorktrees(records: WorktreeRecords, max: number): SpareWorktrees {
  const taking = new Map<string, PromiseWithResolvers<void>>()
  const left = new Set<string>()
  const isOffered = ({ path }: WorktreeRecord): boolean =>
    !taking.has(path) && !left.has(path) && existsSync(path)
  return {
    take(open) {
      const there = records.all().filter(isOffered)
      const pooled = there.filter(({ status }) => status === 'pooled')
      const kept = there.filter(({ status }) => status === 'kept')
      const isFull = open + kept.length > max
      const [spare] = [...pooled, ...(isFull ? longestUnused(kept) : [])]
      if (spare !== undefined) taking.set(spare.path, Promise.withResolvers())
      return spare ?? null
    },
    done(path, how) {
      if (how === 'left') left.add(path)
      taking.get(path)?.resolve()
      taking.delete(path)
    },
    async reserve(path) {
      while (taking.has(path)) await taking.get(path)?.promise
      taking.set(path, Promise.withResolvers())
    },
  }
}

const longestUnused = (kept: readonly WorktreeRecord[]): readonly WorktreeRecord[] =>
  kept.toSorted((one, other) => one.usedAt - other.usedAt)
