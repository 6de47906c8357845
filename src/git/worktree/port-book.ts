/** Remembers which open worktree has which ports. */
import type { LaneName } from '../../core/value/ids.ts'
import { freePorts, type PortRange } from './free-ports.ts'
import { inTurn } from '../call/in-turn.ts'
import type { WorktreeRecords } from './worktree-record.ts'

export interface PortBook {
  /** The first port of the lane's range: the wanted one if it is free; null when no range is free. */
  take(lane: LaneName, wanted: number | null): Promise<number | null>
  giveBack(lane: LaneName): void
}

/** elsewhere: returns ports that are not ours to give; called every time. */
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

/** The ports of worktrees that people have made by hand: such a worktree is open for as long as it exists. */
export const portsByHand = (records: WorktreeRecords): readonly number[] =>
  records
    .all()
    .filter(({ status }) => status === 'manual')
    .map(({ port }) => port)
    .filter((port) => port !== null)
