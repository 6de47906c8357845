/** One round of publishing: the run, what the remote and the forge show, and the way to both. */
import type { SeenPull } from '../../core/forge/seen-pull.ts'
import type { WantedPull } from '../../core/forge/wanted-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import type { CommitId } from '../../core/value/ids.ts'
import type { Forge, PublishGit } from '../forge-ports.ts'
import type { Tell } from '../recorder.ts'

export interface PublishPorts {
  readonly forge: Forge
  readonly git: PublishGit
  readonly tell: Tell
  now(): number
}

/** What the remote and the forge showed in this round. */
export interface RemoteSight {
  readonly heads: ReadonlyMap<string, CommitId>
  readonly pulls: Map<string, SeenPull>
}

export interface Round {
  readonly run: Run
  readonly wanted: readonly WantedPull[]
  readonly sight: RemoteSight
  readonly ports: PublishPorts
}

export interface BranchPlace {
  readonly branch: string
  /** Where it is on the remote; null: it does not exist. */
  readonly at: CommitId | null
  /** The remote's commits are somebody else's, and stay. */
  readonly isForeign: boolean
}
