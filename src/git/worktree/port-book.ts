/** Which open worktree has which ports. */
import type { LaneName } from '../../core/value/ids.ts'
import { freePorts, type PortRange } from './free-ports.ts'
import { inTurn } from '../call/in-turn.ts'
import type { WorktreeRecords } from './worktree-record.ts'

export interface PortBook {
  /** The first port of its range: the wanted one if it can be had; null when there are none. */
  take(lane: LaneName, wanted: number | null): Promise<number | null>
  giveBack(lane: LaneName): void
}

/** elsewhere: ports that are not ours to give; asked each time. */
export function openPortBook(range: PortRange, elsewhere: () => readonly number[]): PortBook {
  const taken = new Map<LaneName, number>()
  const turn = inTurn()
  return {
    take: (lane, wanted) =>
      turn(async () => {
        const others = [...taken].filter(([other]) => other !== lane).map(([, port]) => port)
        const port = await freePorts(range, new Set([...elsewhere(), ...others]), wanted)
        if (port !== null) taken.set(lane, port)
        return port
      }),
    giveBack: (lane) => void taken.delete(lane),
  }
}

/** Of worktrees that people have made for themselves: these are open for as long as they are there. */
export const portsByHand = (records: WorktreeRecords): readonly number[] =>
  records
    .all()
    .filter(({ status }) => status === 'manual')
    .map(({ port }) => port)
    .filter((port) => port !== null)
