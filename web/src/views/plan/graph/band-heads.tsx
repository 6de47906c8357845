/** The heads of the batches above the graph: number and size, whether its tasks run in parallel, a pause button. */
import { Button } from '../../../parts/button.tsx'
import { BatchButton } from '../batch-button.tsx'
import type { Camera } from './camera.ts'
import { isLarge } from '../plan-cells.ts'
import type { Band } from './plan-layout.ts'
import { parallelOf, sayBatchSize, sayParallel, SHORTLY } from '../say-batch.ts'
import type { ShownPlan } from '../use-plan.ts'
import './band-heads.css'

/** In pixels: a narrower band has no room for its text, or not even for its number. */
const ROOM_FOR_WORDS = 120
const ROOM_FOR_NUMBER = 22

interface BandHeadsProps {
  readonly plan: ShownPlan
  readonly bands: readonly Band[]
  readonly camera: Camera
  readonly width: number
  readonly opened: ReadonlySet<number>
  readonly toggle: (batch: number) => void
}

export function BandHeads({ plan, bands, camera, width, opened, toggle }: BandHeadsProps) {
  const placed = bands.map(({ batch, x, width }) => {
    // A band that begins left of the screen has its text where the screen begins.
    const left = Math.max(x * camera.scale + camera.x, 0)
    return { batch, left, width: (x + width) * camera.scale + camera.x - left }
  })
  const inSight = placed.filter((band) => band.left < width && band.width > 0)
  return (
    <ol className="band-heads" aria-label="Batches">
      {inSight.map((band) => (
        <li key={band.batch} style={{ left: band.left, width: band.width }}>
          {band.width >= ROOM_FOR_WORDS ? (
            <BandWords {...{ plan, toggle }} batch={band.batch} isOpened={opened.has(band.batch)} />
          ) : (
            band.width >= ROOM_FOR_NUMBER && <strong>{band.batch + 1}</strong>
          )}
        </li>
      ))}
    </ol>
  )
}

interface BandWordsProps extends Pick<BandHeadsProps, 'plan' | 'toggle'> {
  readonly batch: number
  readonly isOpened: boolean
}

function BandWords({ plan, toggle, batch, isOpened }: BandWordsProps) {
  const tasks = plan.batches[batch]!
  const parallel = parallelOf(plan, batch, plan.run.agents)
  const details = `${sayBatchSize(plan.plan, tasks)}; ${sayParallel(parallel)}`
  return (
    <>
      <div>
        <strong className="cut">{`Batch ${batch + 1}`}</strong>
        <span className="quiet cut" title={details}>
          {SHORTLY[parallel.is]}
        </span>
      </div>
      {isLarge(plan.graph) && isOpened && (
        <Button
          kind="quiet"
          aria-label={`Close up batch ${batch + 1}`}
          onClick={() => toggle(batch)}
        >
          ⇤
        </Button>
      )}
      <BatchButton plan={plan} batch={batch} />
    </>
  )
}
