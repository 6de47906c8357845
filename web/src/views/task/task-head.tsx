/** The head of the task page: the name of the task, its standing, and its actions. */
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { standingOf } from '../../../../src/core/report/task-standing.ts'
import { hasRedCheck, isInConflict } from '../../../../src/core/landing/landing-queue.ts'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import { taskOf } from '../../../../src/core/run/run.ts'
import { actionsFor, type TaskAction } from '../../../../src/core/ask/task-actions.ts'
import { doAction } from '../../act/do-ask.ts'
import { sightOf, useShownRun, type ShownRun } from '../../data/live/shown-run.tsx'
import { useTaskPath } from '../../data/live/use-task-path.ts'
import { Button } from '../../parts/button.tsx'
import { Menu } from '../../parts/menu.tsx'
import { PullChip } from '../../parts/pull-chip.tsx'
import { WordMark } from '../../parts/state-mark.tsx'
import { useAddress } from '../../parts/use-address.ts'
import type { TaskTab } from './task-tabs.ts'
import { Elapsed } from '../../parts/time.tsx'
import { REVIEWS } from '../diff/reviews.ts'

interface TaskHeadProps {
  readonly task: TaskId
  /** What is shown below: a diff has the actions that end a review, a transcript those that answer its agent. */
  readonly tab: TaskTab
}

/** The actions that bring a task nearer to its end. */
const FORWARD: ReadonlySet<TaskAction['name']> = new Set(['approve', 'land', 'allow', 'retry'])

/** Guidance has a box of its own. */
const GUIDING: ReadonlySet<TaskAction['name']> = new Set(['guide'])

/** No action is on the page twice. */
const ACTIONS_BELOW: Readonly<Partial<Record<TaskTab, ReadonlySet<TaskAction['name']>>>> = {
  transcript: new Set(['guide', 'allow', 'deny']),
  diff: REVIEWS,
}

/** Further actions are in a menu. */
const MOST_BUTTONS = 2

export function TaskHead({ task, tab }: TaskHeadProps) {
  const shown = useShownRun()
  const { run } = shown
  const { word, says, since, worker } = standingOf(run, task, sightOf(shown, shown.now()))
  const { name, ...lane } = taskOf(run, task)
  const pull = run.pulls.get(laneOf(lane))
  return (
    <header className="task-head">
      <div>
        <p className="task-id mono">{task}</p>
        <h1>{name}</h1>
        <p className="task-stand">
          <WordMark word={word} />
          {worker !== null && (
            <span>
              agent {worker}, <Elapsed since={since} />
            </span>
          )}
          <span>{says}</span>
          {pull !== undefined && <PullChip pull={pull} isFull />}
        </p>
      </div>
      <Actions {...{ task, tab, shown }} />
    </header>
  )
}

function Actions({ task, tab, shown }: TaskHeadProps & { readonly shown: ShownRun }) {
  const { run, mode } = shown
  const pathOf = useTaskPath()
  const { get } = useAddress()
  // The diff of a task in conflict opens with the conflict.
  const isSolving = tab === 'diff' && isInConflict(run, task) && get('show') === null
  const below = isSolving ? GUIDING : (ACTIONS_BELOW[tab] ?? GUIDING)
  const actions = useMemo(
    () => actionsFor(run, task, shown.now()).filter(({ name }) => !below.has(name)),
    [run, task, shown, below],
  )
  if (mode !== 'live' || actions.length === 0) return null
  const act = (action: TaskAction): void => void doAction(run, task, action)
  const rest = actions.slice(MOST_BUTTONS)
  const isRed = hasRedCheck(run, task)
  return (
    <div className="task-actions">
      {isInConflict(run, task) && !isSolving && (
        <Link href={`${pathOf(task)}?tab=diff`} className="button primary">
          Solve the conflict
        </Link>
      )}
      {actions.slice(0, MOST_BUTTONS).map((action, i) => (
        <Button
          key={action.name}
          kind={i === 0 && FORWARD.has(action.name) && !isRed ? 'primary' : 'plain'}
          onClick={() => act(action)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu
          label="⋯"
          name="More actions for this task"
          items={() =>
            rest.map((action) => ({
              label: action.label,
              isDanger: action.confirm !== null,
              run: () => act(action),
            }))
          }
        />
      )}
    </div>
  )
}
