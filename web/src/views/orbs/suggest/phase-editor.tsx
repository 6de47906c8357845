/** Moves workspaces to other phases by hand; the rules of orderings are checked after each move. */
import type { ExecutionPhase } from '../../../../../src/core/ordering/suggestion.ts'
import { problemsOf } from './asked-graph.ts'
import { movedTo } from './edit-phases.ts'
import { nameIn } from './named-orbs.ts'
import { phaseColour } from './orderings.ts'
import type { PhaseProps } from './phase-rows.tsx'
import type { Suggest } from './use-suggest.ts'

/** More workspaces than these are not listed one by one. */
const MOST = 200
const MOST_PROBLEMS = 5

export function PhaseEditor({
  suggest,
  ordering,
  named,
}: PhaseProps & { readonly suggest: Suggest }) {
  const { phases } = ordering.strategy
  const places = phases.flatMap((phase) => phase.workspace_ids.map((id) => ({ id, phase })))
  return (
    <div className="phase-editor" onClick={(event) => event.stopPropagation()}>
      <Problems {...{ suggest, phases }} />
      <ul>
        {places.slice(0, MOST).map(({ id, phase }) => (
          <li key={id} data-phase={phaseColour(phase.phase_number)}>
            <code className="cut">{nameIn(named, id)}</code>
            <select
              aria-label={`Phase of ${nameIn(named, id)}`}
              value={phase.phase_number}
              onChange={(event) => suggest.edit(movedTo(ordering, id, Number(event.target.value)))}
            >
              {[...phases, null].map((_, i) => (
                <option key={i} value={i + 1}>
                  {i < phases.length ? `Phase ${i + 1}` : 'A new last phase'}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Problems({
  suggest,
  phases,
}: {
  readonly suggest: Suggest
  readonly phases: readonly ExecutionPhase[]
}) {
  if (suggest.asked === null) return null
  const problems = problemsOf(suggest.asked, phases, suggest.wishes.maxParallel)
  if (problems.length === 0)
    return <p className="quiet">Every workspace is after those that it waits for.</p>
  return (
    <ul className="phase-problems" role="alert">
      {problems.slice(0, MOST_PROBLEMS).map((problem) => (
        <li key={problem}>
          <span aria-hidden="true">⚠ </span>
          {problem}
        </li>
      ))}
    </ul>
  )
}
