/** The hall or the list with everything around it: bar, legend, card, suggested orders. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { OrbsBar } from './bar/orbs-bar.tsx'
import { OrbCard } from './card/orb-card.tsx'
import { shownBy } from './filter-orbs.ts'
import { HallPlace } from './hall-place.tsx'
import type { HallHandle } from './hall/hall.tsx'
import { HighlightsPanel } from './highlights/highlights-panel.tsx'
import { Legend } from './legend.tsx'
import { OrbList } from './list/orb-list.tsx'
import { NoMatch, NoOrbs } from './no-orbs.tsx'
import { Notices } from './notices.tsx'
import { useOrbsAddress } from './orbs-address.ts'
import { namedOrbs } from './suggest/named-orbs.ts'
import { phasesByOrb } from './suggest/orderings.ts'
import { SuggestButton } from './suggest/suggest-button.tsx'
import { SuggestDialog } from './suggest/suggest-dialog.tsx'
import { isOpen } from './suggest/suggest-machine.ts'
import { useSuggest, useSuggestSettings } from './suggest/use-suggest.ts'
import { useOrbKeys } from './use-orb-keys.ts'
import type { ShownOrbs } from './use-orbs.ts'

export function OrbsPlace({ shown }: { readonly shown: ShownOrbs }) {
  const { tracker, orbs, sections, flashing, now } = shown
  const [hasWebGl, setWebGl] = useState(true)
  const address = useOrbsAddress(hasWebGl)
  const { as, filter, selected: wanted, change } = address
  const filtered = useMemo(
    () => shownBy(orbs, filter),
    [orbs, filter.words, filter.showing, filter.repository],
  )
  const selected = useMemo(() => orbs.find(({ id }) => id === wanted) ?? null, [orbs, wanted])
  const { settings, asked } = useSuggestSettings()
  const suggest = useSuggest(tracker, asked)
  useEffect(() => {
    if (!address.wantsOrder || settings === null) return
    change({ suggest: null })
    if (settings.enabled) suggest.suggest()
  }, [address.wantsOrder, settings])
  const { applied } = suggest.suggesting
  const named = useMemo(() => namedOrbs(orbs), [orbs])
  const phases = useMemo(() => applied && phasesByOrb(applied, named), [applied, named])
  const box = useRef<HTMLInputElement>(null)
  const card = useRef<HTMLElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const hall = useRef<HallHandle>(null)

  const select = (orb: string | null): void => change({ orb })
  /** The card is on the page after the next rendering. */
  const open = (orb: string): void => {
    select(orb)
    requestAnimationFrame(() => focusFirstAction(card.current))
  }
  const leave = (): void => {
    select(null)
    place.current?.focus()
  }
  useOrbKeys({ orbs, selected: wanted, select, open, leave, box, hall, isOn: as !== 'list' })
  const common = {
    orbs,
    sections,
    shown: filtered,
    selected: wanted,
    onSelect: select,
    onOpen: open,
    phases,
    now,
  }
  return (
    <>
      <OrbsBar
        {...{ address, orbs, sections, box }}
        found={filtered?.size ?? null}
        onLeave={() => place.current?.focus()}
      />
      <Notices notices={tracker.notices} hasWebGl={hasWebGl} />
      <div className="orbs-stage" data-as={as}>
        {orbs.length === 0 ? (
          <NoOrbs />
        ) : as === 'list' ? (
          <OrbList {...common} {...{ flashing, place }} />
        ) : (
          <HallPlace
            {...common}
            {...{ place }}
            mode={as}
            colours={address.colours}
            handle={hall}
            hasPanel={selected !== null || applied !== null}
            isCovered={isOpen(suggest.suggesting)}
            onNoWebGl={() => setWebGl(false)}
          />
        )}
        {orbs.length > 0 && filtered?.size === 0 && (
          <NoMatch onClear={() => change({ q: null, show: null, repository: null })} />
        )}
        {as !== 'list' && orbs.length > 0 && (
          <Legend
            orbs={orbs}
            colours={address.colours}
            staleMinutes={tracker.stale_minutes}
            applied={applied}
          />
        )}
        <aside className="orbs-side" aria-label="Details">
          {applied !== null && (
            <HighlightsPanel
              {...{ applied, named }}
              isStale={suggest.isStale}
              onClear={suggest.clear}
              onOther={suggest.reopen}
              onSuggest={suggest.suggest}
            />
          )}
          {selected !== null && (
            <OrbCard
              {...{ orbs, now }}
              key={selected.id}
              orb={selected}
              onSelect={(orb) => (orb === null ? leave() : select(orb))}
              place={card}
            />
          )}
        </aside>
        {settings?.enabled !== false && <SuggestButton onClick={suggest.suggest} />}
        {isOpen(suggest.suggesting) && <SuggestDialog {...{ suggest, named }} />}
      </div>
    </>
  )
}

function focusFirstAction(card: HTMLElement | null): void {
  const action =
    card?.querySelector<HTMLElement>('.orb-actions > *') ?? card?.querySelector('button')
  action?.focus()
}
