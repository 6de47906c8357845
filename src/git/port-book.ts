/** Which open worktree has which ports. */
import type { LaneName } from '../core/ids.ts'
import { freePorts, type PortRange } from './free-ports.ts'
import { inTurn } from './in-turn.ts'

export interface PortBook {
  /** The first port of its range: the wanted one if it can be had; null when there are none. */
  take(lane: LaneName, wanted: number | null): Promise<number | null>
  giveBack(lane: LaneName): void
}

export function openPortBook(range: PortRange): PortBook {
  const taken = new Map<LaneName, number>()
  const turn = inTurn()
  return {
    take: (lane, wanted) =>
      turn(async () => {
        const others = new Set(
          [...taken].filter(([other]) => other !== lane).map(([, port]) => port),
        )
        const port = await freePorts(range, others, wanted)
        if (port !== null) taken.set(lane, port)
        return port
      }),
    giveBack: (lane) => void taken.delete(lane),
  }
}
