/** A group of lanes that stand alike; only some are shown at a time, and a group can be folded. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { useAddress } from '../../parts/use-address.ts'
import type { Lane } from './lane-list.ts'
import { LaneRow } from './lane-row.tsx'
import type { LanesData } from './lanes-data.ts'

export interface LaneGroupProps {
  readonly lanes: readonly Lane[]
  /** Shown after the number of lanes. */
  readonly name: string
  /** Folded until the user opens it; whether it is open is in the URL. */
  readonly isFolded?: boolean
  readonly data: LanesData
}

const AT_ONCE = 30

const COLUMNS = ['', 'Worktree', 'Tasks', 'Last action', 'Lines', 'Commits', 'Merge'] as const

export function LaneGroup({ lanes, name, isFolded = false, data }: LaneGroupProps) {
  const { get, change } = useAddress()
  if (lanes.length === 0) return null
  const isOpen = !isFolded || get(name) !== null
  const toggle = (): void => change({ [name]: isOpen ? null : '' })
  return (
    <section className="lane-group">
      <h2>
        {isFolded ? (
          <button type="button" className="lane-fold" aria-expanded={isOpen} onClick={toggle}>
            {lanes.length} {name}
          </button>
        ) : (
          `${lanes.length} ${name}`
        )}
      </h2>
      {isOpen && (
        <>
          <div className="lane-columns" aria-hidden="true">
            {COLUMNS.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
          <SomeLanes lanes={lanes} data={data} />
        </>
      )}
    </section>
  )
}

function SomeLanes({ lanes, data }: Pick<LaneGroupProps, 'lanes' | 'data'>) {
  const [most, setMost] = useState(AT_ONCE)
  const left = lanes.length - most
  return (
    <>
      <ul className="lane-list">
        {lanes.slice(0, most).map((lane) => (
          <LaneRow key={lane.id} lane={lane} data={data} />
        ))}
      </ul>
      {left > 0 && (
        <Button onClick={() => setMost(most + AT_ONCE)}>
          Show {Math.min(left, AT_ONCE)} more of {left}
        </Button>
      )}
    </>
  )
}
