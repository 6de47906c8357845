/** What a run has landed, when it is over: the figures, and one button for the next step. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { openStart } from '../../act/new-work.ts'
import { NOT_MEASURED, summarise } from '../../../../src/core/report/summary.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { sayEndState } from '../../../../src/core/say/say-end-state.ts'
import { sayTaking } from '../../../../src/core/say/say-take.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { sayPullCounts } from '../../../../src/core/say/pulls/say-pull-counts.ts'
import { isOnlySeen } from '../../../../src/core/take/how-taken.ts'
import type { ResultDocument } from '../../../../src/core/take/result-document.ts'
import { lastTaken } from '../../../../src/core/take/taking.ts'
import { WithQueries } from '../../data/api/with-queries.tsx'
import { Button } from '../../parts/button.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { Ago } from '../../parts/time.tsx'
import { WithCode } from '../../parts/with-code.tsx'
import { readResult } from './result-calls.ts'
import { ResultDetails } from './result-details.tsx'
import {
  makeBranch,
  merge,
  push,
  savePatches,
  undo,
  wayIn,
  type TakeHands,
} from './take-actions.ts'
import './run-result.css'

export interface RunResultProps {
  readonly run: string
  /** Changes whenever the result is to be read again, for example because another browser took it. */
  readonly changedBy: string
  /** The run has not ended yet. */
  readonly isGoing?: boolean
  /** On the page of a run: the tasks and the diff are shown, too. */
  readonly isWhole?: boolean
  /** Shown until git was asked what can be done with the result. */
  readonly known?: Run
}

export default function RunResult(props: RunResultProps) {
  return (
    <WithQueries>
      <Result {...props} />
    </WithQueries>
  )
}

function Result({ run, changedBy, isGoing = false, isWhole = false, known }: RunResultProps) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const result = useQuery({
    queryKey: ['result', run, changedBy],
    queryFn: () => readResult(run),
    staleTime: 0,
    // What a user commits or stashes in the checkout is no event of the run.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isHeld(data) ? LOOK_WHILE_HELD : LOOK_EVERY,
    placeholderData: (old, before) => (before?.queryKey[1] === run ? old : undefined),
  })
  const seen = result.data
  // A run that works in place has no result to take, and one that landed nothing neither.
  if (seen === undefined) return known === undefined ? null : <KnownResult run={known} />
  if (seen.says === null) return null
  const hands: TakeHands = {
    busy: setBusy,
    changed: () => void queries.invalidateQueries({ queryKey: ['result', run] }),
  }
  const isComing = !isGoing && isHeld(seen)
  return (
    <section className="run-result" aria-label={`Result of run ${run}`}>
      <div className="result-head">
        <div>
          <h2>{seen.headline}</h2>
          <p className="quiet">
            {sayCount(seen.commits, 'commit')} on <span className="mono">{seen.target}</span>,{' '}
            {sayCount(seen.files_created + seen.files_changed, 'file')} (+{seen.lines_added} −
            {seen.lines_deleted}), {sayChecks(seen)}
          </p>
          {isComing ? (
            <p className="quiet">The result is being put together …</p>
          ) : (
            <Standing seen={seen} />
          )}
        </div>
        {!isComing && <Actions {...{ seen, hands, busy, isWhole, isGoing }} />}
      </div>
      {isWhole && <ResultDetails seen={seen} />}
    </section>
  )
}

/** What the events tell, which is there at once. */
function KnownResult({ run }: { readonly run: Run }) {
  const taken = lastTaken(run)
  return (
    <section className="run-result" aria-label={`Result of run ${run.id}`} aria-busy>
      <div className="result-head">
        <div>
          <h2>{sayEndState(summarise(run, NOT_MEASURED))}</h2>
          {taken === null ? (
            <p className="quiet">Reading what can be done with it …</p>
          ) : (
            <p className="result-taken">✓ Result {sayTaking(taken.taking)}</p>
          )}
        </div>
      </div>
    </section>
  )
}

/** Milliseconds. */
const LOOK_EVERY = 5000
const LOOK_WHILE_HELD = 500

/** The coordinator still holds the run: after its last event it has to clean up. */
const isHeld = (seen: ResultDocument): boolean => wayIn(seen, 'merge').refused === 'working'

const sayChecks = ({ is_checked, checks }: ResultDocument): string =>
  is_checked ? `${sayCount(checks.passed, 'check')} passed` : 'nothing was checked'

function Standing({ seen }: { readonly seen: ResultDocument }) {
  const { why, next_step } = wayIn(seen, 'merge')
  const pulls = sayPullCounts(seen.pull_requests)
  if (seen.taken?.is_all === true)
    return (
      <p className="result-taken">
        ✓ Result {seen.taken_as}, {isOnlySeen(seen.taken.how) && 'seen '}
        <Ago at={Date.parse(seen.taken.at)} />
      </p>
    )
  if (pulls !== null) return <p>{pulls}.</p>
  if (why === null) return <p>Not taken yet: {wayIn(seen, 'merge').says}.</p>
  return (
    <p className="result-blocked">
      {why}.{' '}
      <span className="quiet">
        Next: <WithCode text={next_step ?? ''} />
      </span>
    </p>
  )
}

interface ActionsProps {
  readonly seen: ResultDocument
  readonly hands: TakeHands
  readonly busy: string | null
  readonly isWhole: boolean
  readonly isGoing: boolean
}

function Actions({ seen, hands, busy, isWhole, isGoing }: ActionsProps) {
  if (busy !== null)
    return (
      <div className="result-actions">
        <span role="status">{busy}</span>
      </div>
    )
  return (
    <div className="result-actions">
      <ToPulls seen={seen} isWhole={isWhole} />
      <NextStep {...{ seen, hands, isGoing }} />
      {!isWhole && <Link href={`/runs/${seen.run}`}>See all of it</Link>}
      <Menu
        label="⋯"
        name="More ways to take the result"
        kind="quiet"
        items={() => itemsFor(seen, hands, !isWhole)}
      />
    </div>
  )
}

/** The next step of a run whose lanes are pull requests. */
function ToPulls({ seen, isWhole }: Pick<ActionsProps, 'seen' | 'isWhole'>) {
  if (seen.taken?.is_all === true || seen.pull_requests.open === 0) return null
  return (
    <Link
      href={isWhole ? `/runs/${seen.run}/pull-requests` : '/pull-requests'}
      className="button primary"
    >
      Pull requests
    </Link>
  )
}

/** One action: the most likely one that is possible. Before the end of a run, to take its result is not the next step. */
function NextStep({ seen, hands, isGoing }: Pick<ActionsProps, 'seen' | 'hands' | 'isGoing'>) {
  if (seen.taken?.is_all === true)
    return seen.undo?.possible === true ? (
      <Button onClick={() => void undo(seen.run, hands)}>Undo</Button>
    ) : null
  const kind = !isGoing && sayPullCounts(seen.pull_requests) === null ? 'primary' : 'plain'
  if (wayIn(seen, 'merge').possible)
    return (
      <Button kind={kind} onClick={() => void merge(seen, hands)}>
        Merge into {seen.into} …
      </Button>
    )
  if (!wayIn(seen, 'branch').possible) return null
  return (
    <Button kind={kind} onClick={() => void makeBranch(seen, hands)}>
      Make a branch …
    </Button>
  )
}

/** canStart: this is the newest run, on its board. */
function itemsFor(seen: ResultDocument, hands: TakeHands, canStart: boolean): readonly MenuItem[] {
  const { run, taken, undo: back } = seen
  const isTaken = taken?.is_all === true
  return [
    ...(wayIn(seen, 'branch').possible
      ? [{ label: 'Make a branch …', run: () => void makeBranch(seen, hands) }]
      : []),
    { label: 'Save as patches', run: () => void savePatches(run) },
    ...(wayIn(seen, 'push').possible
      ? [{ label: 'Push …', run: () => void push(seen, hands) }]
      : []),
    ...(!isTaken && canStart
      ? [
          {
            label: 'Run again on top of it',
            run: () => openStart({ onTop: true }),
          },
        ]
      : []),
    ...(!isTaken && back?.possible === true
      ? [{ label: 'Undo the last take', run: () => void undo(run, hands) }]
      : []),
  ]
}
