/** The actions on the run as a whole: one button for the next step, the rest behind a menu. */
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { cancelRun } from '../act/cancel-run.ts'
import { doAsk } from '../act/do-ask.ts'
import { openStart } from '../act/new-work.ts'
import { useShortcuts } from '../parts/keys/shortcuts.ts'
import { ShowRun, useNow, type ShownRun } from '../data/live/shown-run.tsx'
import { useSparingly } from '../data/live/use-sparingly.ts'
import { Button } from '../parts/button.tsx'
import { loadWhenShown } from '../parts/load-when-shown.ts'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { LOOK_AGAIN } from './run-state.tsx'
import { isStarting } from './run-words.ts'
import { allowNotes, mayNotify } from './notify-me.ts'
import { waitsForYou } from '../../../src/core/report/waits-for-you.ts'

const RunBudget = loadWhenShown(() => import('./run-budget.tsx'))

export function RunControls({ shown }: { readonly shown: ShownRun }) {
  const { run, mode } = shown
  const [asksBudget, setAsksBudget] = useState(false)
  if (mode === 'plan') return <Start label="Start" isNext />
  if (run.ended !== null) return <Start label="Run again" />
  return (
    <>
      <ShowRun value={shown}>
        <NextStep shown={shown} />
      </ShowRun>
      <Menu
        label="⋯"
        name="More about this run"
        kind="quiet"
        items={() => menuItems(shown, () => setAsksBudget(true))}
      />
      <Suspense>
        {asksBudget && <RunBudget run={run} onClose={() => setAsksBudget(false)} />}
      </Suspense>
    </>
  )
}

interface StartProps {
  readonly label: string
  /** When a run is over, its result is the next step, and not another run. */
  readonly isNext?: boolean
}

const Start = ({ label, isNext = false }: StartProps) => (
  <>
    <Button kind={isNext ? 'primary' : 'plain'} onClick={() => openStart()}>
      {label}
    </Button>
    <Button
      kind="quiet"
      aria-label="Options of the start"
      onClick={() => openStart({ mustAsk: true })}
    >
      …
    </Button>
  </>
)

/** A run that waits for a person goes on when they have decided; to resume it would not help. */
function NextStep({ shown }: { readonly shown: ShownRun }) {
  const waits = useSparingly(waitsForYou)
  useNow(LOOK_AGAIN)
  if (isStarting(shown) && !waits) return null
  return waits && !shown.conducted ? <SeeAttention /> : <PauseOrResume shown={shown} />
}

function SeeAttention() {
  const [, navigate] = useLocation()
  return (
    <Button kind="primary" onClick={() => navigate('/attention')}>
      See what needs you
    </Button>
  )
}

function PauseOrResume({ shown: { run, conducted } }: { readonly shown: ShownRun }) {
  const isGoing = conducted && !run.paused
  const toggle = (): void => void doAsk(run, { ask: isGoing ? 'pause' : 'unpause' })
  useShortcuts([
    {
      keys: 'p',
      label: isGoing ? 'Pause the run' : 'Resume the run',
      group: 'Run',
      run: toggle,
    },
  ])
  if (run.stopping || run.cancelled) return null
  return (
    <Button kind={isGoing ? 'plain' : 'primary'} onClick={toggle} aria-keyshortcuts="p">
      {isGoing ? 'Pause' : 'Resume'}
    </Button>
  )
}

function menuItems({ run }: ShownRun, askBudget: () => void): readonly MenuItem[] {
  const isSequential = run.agents === 1
  const most = run.settings.agents
  return [
    ...(most > 1
      ? [
          {
            label: 'One task at a time',
            isOn: isSequential,
            run: () => void doAsk(run, { ask: 'agents', agents: isSequential ? most : 1 }),
          },
        ]
      : []),
    ...(run.counts.review > 0
      ? [{ label: 'Land everything in review', run: () => void doAsk(run, { ask: 'land-all' }) }]
      : []),
    { label: 'Change its budget …', run: askBudget },
    { label: 'Notify me when something needs me', isOn: mayNotify(), run: () => void allowNotes() },
    { label: 'Cancel the run …', isDanger: true, run: () => void cancelRun(run) },
  ]
}
