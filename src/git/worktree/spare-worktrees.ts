/** Offers folders that could serve a new lane, each to one taker at a time. */
import { existsSync } from 'node:fs'
import type { WorktreeRecord, WorktreeRecords } from './worktree-record.ts'

export interface SpareWorktrees {
  /** null: the caller has to make a new folder. open: how many lanes have a folder or are about to get one. */
  take(open: number): WorktreeRecord | null
  /** used: the folder has been taken over or removed. left: it has to stay as it is, and is not offered again. */
  done(path: string, how: 'used' | 'left'): void
  /**
   * Reserves the folder for its own lane as soon as no other lane is taking it over; its record may have
   * changed by then.
   */
  reserve(path: string): Promise<void>
}

export function spareWorktrees(records: WorktreeRecords, max: number): SpareWorktrees {
  const taking = new Map<string, PromiseWithResolvers<void>>()
  const left = new Set<string>()
  const isOffered = ({ path }: WorktreeRecord): boolean =>
    !taking.has(path) && !left.has(path) && existsSync(path)
  return {
    take(open) {
      const offered = records.all().filter(isOffered)
      const pooled = offered.filter(({ status }) => status === 'pooled')
      const kept = offered.filter(({ status }) => status === 'kept')
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
