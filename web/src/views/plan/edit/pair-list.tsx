/** The tasks that may collide with the selected one, and what the user decides about each. */
import { useState } from 'react'
import { taskAt } from '../../../../../src/core/run/run.ts'
import { Button } from '../../../parts/button.tsx'
import { Choices } from '../../../parts/choices.tsx'
import { collisionsOf, type PredictedCollision } from '../predicted-collisions.ts'
import { otherOf, sayCollision } from '../say-task.ts'
import type { ShownPlan } from '../use-plan.ts'
import { changesToDecide, decisionOf, type PairDecision } from './decide-pair.ts'
import { proposeChange } from './propose-change.ts'
import './pair-list.css'

const AT_ONCE = 6

export interface PairListProps {
  readonly plan: ShownPlan
  readonly task: number
  /** Whether the user may decide about them here and now. */
  readonly canDecide: boolean
}

export function PairList({ plan, task, canDecide }: PairListProps) {
  const [count, setCount] = useState(AT_ONCE)
  const pairs = collisionsOf(plan.collisions, task)
  if (pairs.length === 0) return null
  const left = pairs.length - count
  return (
    <>
      <ul className="pair-list" aria-label="Tasks that may collide with it">
        {pairs.slice(0, count).map((pair) => (
          <Pair key={pair.tasks.join()} {...{ plan, task, pair, canDecide }} />
        ))}
      </ul>
      {left > 0 && (
        <Button kind="quiet" onClick={() => setCount(count + 4 * AT_ONCE)}>
          {`Show ${Math.min(left, 4 * AT_ONCE)} more of ${left} pairs`}
        </Button>
      )}
    </>
  )
}

const CHOICES: readonly (readonly [PairDecision, string])[] = [
  ['together', 'Allow at once'],
  ['apart', 'Keep apart'],
  ['predicted', 'As predicted'],
]

function Pair({
  plan,
  task,
  pair,
  canDecide,
}: PairListProps & { readonly pair: PredictedCollision }) {
  const [why, setWhy] = useState<string | null>(null)
  const ids = [taskAt(plan, task).id, taskAt(plan, otherOf(pair, task)).id] as const
  const { run, drafted } = plan
  const decide = (decision: PairDecision): void => {
    const changes = changesToDecide({ run, drafted: drafted.run }, ids, decision)
    setWhy(firstRefusal(plan, changes))
  }
  return (
    <li data-over={pair.over}>
      <p>{sayCollision(plan, pair, task)}</p>
      {canDecide && (
        <Choices
          name={`${ids[0]} and ${ids[1]}`}
          value={decisionOf(drafted.run, ids)}
          choices={CHOICES}
          onChange={decide}
        />
      )}
      {why !== null && (
        <p className="field-why" role="alert">
          {why}
        </p>
      )}
    </li>
  )
}

/** Stops at the first change that is refused. */
function firstRefusal(
  { run }: ShownPlan,
  changes: ReturnType<typeof changesToDecide>,
): string | null {
  for (const { task, change } of changes) {
    const why = proposeChange(run, task, change)
    if (why !== null) return why
  }
  return null
}
