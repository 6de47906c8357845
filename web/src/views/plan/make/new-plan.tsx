/** The dialog for a new plan: say what is wanted or choose issues, watch the plan being made, see what it comes to. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useLiveShown } from '../../../data/live/shown-run.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import type { Planning } from '../../../data/api/planning.ts'
import { Choices } from '../../../parts/choices.tsx'
import { IssueForm } from './issues/issue-form.tsx'
import { isMadeFrom, keepWish, keptWish, NO_WISH, wishOf, type TypedWish } from './kept-wish.ts'
import { PlanFailed, PlanInTheMaking, PlanReady } from './planning-stages.tsx'
import { usePlanning, type PlanningControl } from './use-planning.ts'
import { WishForm, type WishFormProps } from './wish-form.tsx'
import './new-plan.css'

const TITLES = {
  looking: 'New plan',
  asking: 'New plan',
  making: 'Making a plan',
  ready: 'The plan is ready',
  failed: 'No plan was made',
} as const

export default function NewPlan({ onClose }: { readonly onClose: () => void }) {
  const control = usePlanning()
  const { is } = control.stage
  const inside = useRef<HTMLDivElement>(null)
  // What had the focus is gone with the stage before.
  useEffect(() => inside.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [is])
  return (
    <Dialog title={TITLES[is]} onClose={onClose} wide>
      <div className="new-plan" ref={inside}>
        <InStage control={control} onClose={onClose} />
      </div>
    </Dialog>
  )
}

interface InStageProps {
  readonly control: PlanningControl
  readonly onClose: () => void
}

function InStage({ control, onClose }: InStageProps) {
  const { stage, isStopping, start, cancel, askAgain } = control
  const [wish, setWish] = useState(keptWish)
  const showPlan = useShowPlan()
  const change = (next: TypedWish): void => {
    keepWish(next)
    setWish(next)
  }
  /** Plans the same words or issues again; another browser may have typed them. */
  const again = ({ requirements, issues }: Planning, isOffline: boolean): void =>
    void start({ ...wishOf(wish), requirements, issues, isOffline })
  switch (stage.is) {
    case 'looking':
      return <p className="quiet">Loading …</p>
    case 'asking':
      return (
        <WayAndForm
          {...{ wish, change, onClose }}
          trouble={stage.trouble}
          onSubmit={() => start(wishOf(wish))}
        />
      )
    case 'making':
      return <PlanInTheMaking {...stage} {...{ isStopping, onClose }} onCancel={cancel} />
    case 'ready':
      return (
        <PlanReady
          planning={stage.planning}
          onChange={askAgain}
          onShow={() => {
            // The plan may have been made for another browser.
            if (isMadeFrom(stage.planning, wish)) keepWish({ ...NO_WISH, way: wish.way })
            onClose()
            showPlan()
          }}
        />
      )
    case 'failed':
      return (
        <PlanFailed
          {...stage}
          onChange={askAgain}
          onAgain={() => again(stage.planning, wish.isOffline)}
          onOffline={() => again(stage.planning, true)}
        />
      )
  }
}

const WAYS = [
  ['words', 'Words'],
  ['issues', 'Issues'],
] as const

function WayAndForm(props: WishFormProps) {
  const { wish, change } = props
  return (
    <>
      <Choices
        name="Make a plan from"
        value={wish.way}
        choices={WAYS}
        onChange={(way) => change({ ...wish, way })}
      />
      {wish.way === 'words' ? <WishForm {...props} /> : <IssueForm {...props} />}
    </>
  )
}

/** Where there is a run, the plan view shows the plan of that run unless it is told otherwise. */
function useShowPlan(): () => void {
  const [, navigate] = useLocation()
  const live = useLiveShown()
  return () => navigate(live === null ? '/plan' : '/plan?of=file')
}
