/** What git says of the branches of the run: fetched again when an event says that a branch may have moved. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LaneRow, WorktreeRow } from '../../../../src/server/served/served-worktrees.ts'
import type { LaneName } from '../../../../src/core/value/ids.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { useSparingly } from '../../data/live/use-sparingly.ts'
import { readLanes, readWorktrees } from './ask-git.ts'
import { gitDigest } from './git-digest.ts'

/** Events come in bursts: the digest must be the same for so many milliseconds. */
const REST = 300

export type GitFacts = ReadonlyMap<LaneName, LaneRow>

/** Empty as long as the server has not answered: then the view shows only what the events tell. */
export function useGitFacts(): GitFacts {
  const { run, mode } = useShownRun()
  const digest = useRested(useSparingly(gitDigest))
  const { data } = useQuery({
    queryKey: ['lanes', digest],
    queryFn: async (): Promise<GitFacts> =>
      new Map((await readLanes()).map((row) => [row.lane, row])),
    enabled: mode === 'live' && run.settings.isolation === 'worktree' && run.target !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  return data ?? NOTHING
}

const NOTHING: GitFacts = new Map()

export function useWorktrees() {
  const digest = useRested(useSparingly(gitDigest))
  return useQuery({
    queryKey: ['worktrees', digest],
    queryFn: (): Promise<readonly WorktreeRow[]> => readWorktrees(),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
}

/** Returns the value once it has been the same for a while; the first one at once. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
