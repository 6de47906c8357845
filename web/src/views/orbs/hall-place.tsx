/** The place of the hall on the page. three is loaded only when it is shown; screen readers hear which orb is selected. */
import { Suspense, useMemo, type RefObject } from 'react'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import type { HallProps } from './hall/hall.tsx'
import { OrbsLoading } from './orbs-loading.tsx'
import { sayOrb } from './orb-words.ts'
import { loadWhenShown } from '../../parts/load-when-shown.ts'

const Hall = loadWhenShown(async () => ({ default: (await import('./hall/hall.tsx')).Hall }))

export interface HallPlaceProps extends Omit<HallProps, 'insets'> {
  readonly place: RefObject<HTMLDivElement | null>
  /** A panel covers the right side. */
  readonly hasPanel: boolean
}

/** Pixels that the panels and the legend cover. */
const PANEL = 344
const LEGEND = 64
const AROUND = 12

export function HallPlace({ place, hasPanel, ...hall }: HallPlaceProps) {
  const { orbs, selected, now } = hall
  const orb = orbs.find(({ id }) => id === selected)
  const insets = useMemo(
    () => ({ top: AROUND, left: AROUND, right: hasPanel ? PANEL : AROUND, bottom: LEGEND }),
    [hasPanel],
  )
  return (
    <div
      ref={place}
      className="hall-place"
      role="application"
      tabIndex={0}
      aria-label={`${sayCount(orbs.length, 'workspace')}. Arrows walk through them; the list has them as text.`}
    >
      <Suspense fallback={<OrbsLoading says="Loading …" />}>
        <Hall {...hall} insets={insets} />
      </Suspense>
      <p className="unseen" role="status">
        {orb === undefined ? '' : sayOrb(orb, now)}
      </p>
    </div>
  )
}
