/** The attention view: every need with what is needed to decide, answered in place, one after the other. */
import { useId, useMemo, useRef, useState } from 'react'
import {
  isUrgent,
  type Attention as AttentionItem,
  type AttentionKind,
} from '../../../../src/core/report/attention.ts'
import { countNeeds } from '../../../../src/core/report/waits-for-you.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { KindFilter } from './kind-filter.tsx'
import { Need } from './need.tsx'
import { kindSaid, kindsIn, needName, needsFinder } from './needs.ts'
import { NobodyNeedsYou } from './nobody-needs-you.tsx'
import { SaidLately } from './said-lately.tsx'
import { useNeedFocus } from './use-need-focus.ts'
import { useNeedKeys } from './use-need-keys.ts'
import { useSparingly } from '../../data/live/use-sparingly.ts'
import './attention.css'

export default function Attention() {
  const { mode, conducted, frozen } = useShownRun()
  const unsorted = useSparingly(needsFinder({ mode, conducted, frozen }))
  const [kind, setKind] = useKind()
  const needs = useMemo(() => (mode === 'plan' ? [] : unsorted.toSorted(bySince)), [mode, unsorted])
  const shown = kind === null ? needs : needs.filter((need) => need.kind === kind)
  const view = useRef<HTMLDivElement>(null)
  const { goOn, onFocus } = useNeedFocus(view)
  useNeedKeys(view)
  return (
    <div className="attention" ref={view} onFocus={onFocus}>
      <header className="attention-head">
        <h1 tabIndex={-1}>{sayHowMany(countNeeds(needs))}</h1>
        {needs.length > 0 && (
          <KindFilter
            kinds={kindsIn(needs, kind)}
            chosen={kind}
            all={needs.length}
            choose={setKind}
          />
        )}
      </header>
      {mode === 'live' && !conducted && shown.length > 0 && (
        <p className="attention-note">
          This run is not being conducted. Your decision here resumes it.
        </p>
      )}
      {shown.length === 0 ? (
        <NobodyNeedsYou kind={kind} />
      ) : (
        <>
          <Needs name="Blocked until you decide" needs={shown.filter(isUrgent)} goOn={goOn} />
          <Needs
            name="Worth a look: it may resolve itself"
            needs={shown.filter((need) => !isUrgent(need))}
            goOn={goOn}
          />
        </>
      )}
      <SaidLately />
    </div>
  )
}

/** The need that has waited longest comes first. */
const bySince = (a: AttentionItem, b: AttentionItem): number => a.since - b.since

interface NeedsProps {
  readonly name: string
  readonly needs: readonly AttentionItem[]
  goOn(done: string): void
}

/** A user does not answer thousands of needs at once, and each renders facts and fields. */
const AT_ONCE = 30

function Needs({ name, needs, goOn }: NeedsProps) {
  const id = useId()
  const [most, setMost] = useState(AT_ONCE)
  if (needs.length === 0) return null
  return (
    <section className="need-group" aria-labelledby={id}>
      <p id={id} className="quiet">
        {name}
      </p>
      <ol className="need-list">
        {needs.slice(0, most).map((need) => (
          <Need key={needName(need)} need={need} onDone={() => goOn(needName(need))} />
        ))}
      </ol>
      {needs.length > most && (
        <Button onClick={() => setMost(most + AT_ONCE)}>
          Show {Math.min(needs.length - most, AT_ONCE)} more of {needs.length - most}
        </Button>
      )}
    </section>
  )
}

function sayHowMany(count: number): string {
  if (count === 0) return 'Nothing needs you'
  return count === 1 ? 'One thing needs you' : `${count} things need you`
}

/** The kind is in the URL, so that it can be linked to. */
function useKind(): readonly [AttentionKind | null, (kind: AttentionKind | null) => void] {
  const { get, change } = useAddress()
  return [kindSaid(get('kind')), (kind) => change({ kind })]
}
