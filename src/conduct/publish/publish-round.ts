/** One round of publishing: the run, what the remote and the forge show, and the ports. */
import type { RemoteSight } from '../../core/forge/branch-place.ts'
import type { SeenPull } from '../../core/forge/seen-pull.ts'
import type { WantedPull } from '../../core/forge/wanted-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import type { LaneName } from '../../core/value/ids.ts'
import type { Forge, PublishGit } from '../forge-ports.ts'
import type { Tell } from '../recorder.ts'

export interface PublishPorts {
  readonly forge: Forge
  readonly git: PublishGit
  readonly tell: Tell
  now(): number
}

export interface Round {
  readonly run: Run
  readonly wanted: readonly WantedPull[]
  /** The round updates the pull requests here after it has changed them on the forge. */
  readonly sight: RemoteSight & { readonly pulls: Map<string, SeenPull> }
  readonly ports: PublishPorts
}

/** The pull request of a lane as the forge showed it in this round; undefined: it is not opened, or the forge did not show it. */
export function seenPull({ run, sight }: Round, lane: LaneName): SeenPull | undefined {
  const pull = run.pulls.get(lane)
  const seen = pull && sight.pulls.get(pull.branch)
  return pull?.opened != null && seen?.number === pull.opened.number ? seen : undefined
}
