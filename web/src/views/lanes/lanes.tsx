/** The lanes view: for each worktree its tasks, where its branch stands, and whether it could be merged. */
import { WithQueries } from '../../data/api/with-queries.tsx'
import { useRef } from 'react'
import { waitingTasks } from '../../../../src/core/schedule/why-waiting.ts'
import { useLastActions } from '../../data/live/use-last-actions.ts'
import { useSparingly } from '../../data/live/use-sparingly.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { EmptyArt } from '../../parts/empty-art.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useShortcuts } from '../../parts/keys/shortcuts.ts'
import { NewPlanButton } from '../plan/make/new-plan-button.tsx'
import { LaneDrag } from './lane-drag.tsx'
import { LaneGroup } from './lane-group.tsx'
import { lanesOf, type Lane } from './lane-list.ts'
import { useGitFacts } from './use-git-facts.ts'
import { useLaneFocus } from './use-lane-focus.ts'
import { WorktreePanel } from './worktree/worktree-panel.tsx'
import './lanes.css'

export default function Lanes() {
  return (
    <WithQueries>
      <LaneList />
    </WithQueries>
  )
}

function LaneList() {
  const lanes = useSparingly(lanesOf)
  const waits = useSparingly(waitingTasks)
  const facts = useGitFacts()
  const view = useRef<HTMLDivElement>(null)
  const isDragging = useRef(false)
  const focus = useLaneFocus(view, isDragging)
  const shared = { facts, waits, actions: useLastActions() }
  if (lanes.length === 0)
    return (
      <EmptyState title="No lanes yet" art={<EmptyArt name="lanes" />}>
        <p>Each task works in a lane of its own, or in the lane of its epic or issue.</p>
        <NewPlanButton kind="primary" />
      </EmptyState>
    )
  const lanesThat = (stands: Lane['stands']): readonly Lane[] =>
    lanes.filter((lane) => lane.stands === stands)
  const needing = lanesThat('needs-you')
  return (
    <div className="lanes" ref={view} onFocus={focus.onFocus}>
      <Head />
      <LaneDrag focusOn={focus.give} isDragging={isDragging}>
        <LaneGroup
          lanes={needing}
          name={needing.length === 1 ? 'needs you' : 'need you'}
          data={shared}
        />
        <LaneGroup lanes={lanesThat('going')} name="under way" data={shared} />
        <LaneGroup lanes={lanesThat('waiting')} name="not begun" data={shared} />
        <LaneGroup
          lanes={lanesThat('finished')}
          name="finished"
          isFolded={lanes.some(({ stands }) => stands !== 'finished')}
          data={shared}
        />
      </LaneDrag>
    </div>
  )
}

function Head() {
  const { run, mode } = useShownRun()
  const { get, change } = useAddress()
  const isOpen = get('worktrees') !== null
  const hasWorktrees = run.settings.isolation === 'worktree' && mode !== 'past'
  const toggle = (): void => change({ worktrees: isOpen ? null : '' })
  useShortcuts(
    hasWorktrees
      ? [{ keys: 'w', label: 'Show or hide worktrees', group: 'Lanes', run: toggle }]
      : [],
  )
  return (
    <>
      <header className="lanes-head">
        <h1>Lanes</h1>
        <p className="quiet">{sayLanes(run.settings.isolation, run.target?.branch ?? null)}</p>
        {hasWorktrees && (
          <Button aria-expanded={isOpen} aria-keyshortcuts="w" onClick={toggle}>
            Worktrees
          </Button>
        )}
      </header>
      {hasWorktrees && isOpen && <WorktreePanel />}
    </>
  )
}

function sayLanes(isolation: 'none' | 'worktree', target: string | null): string {
  if (isolation === 'none')
    return 'Tasks of this run work in your folder, so there are no worktrees: the lanes are the agents.'
  return target === null
    ? 'One for each worktree: the tasks of an epic or an issue share one.'
    : `One for each worktree; everything lands on ${target}.`
}
