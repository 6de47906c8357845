/** A plan in the making, when it is ready, and when it has failed. */
import { useId } from 'react'
import { formatDuration } from '../../../../../src/core/value/duration.ts'
import type { Planning } from '../../../data/api/planning.ts'
import { Button } from '../../../parts/button.tsx'
import type { Trouble } from './use-planning.ts'

interface MakingProps {
  readonly planning: Planning
  readonly trouble: Trouble | null
  readonly isStopping: boolean
  readonly onCancel: () => void
  readonly onClose: () => void
}

export function PlanInTheMaking({ planning, trouble, isStopping, onCancel, onClose }: MakingProps) {
  return (
    <>
      <Wanted words={planning.requirements} />
      <Steps planning={planning} />
      {trouble !== null && <TroubleBox {...trouble} />}
      <div className="choices">
        <Button data-first onClick={onClose}>
          Close and continue in the background
        </Button>
        <Button disabled={isStopping} onClick={onCancel}>
          {isStopping ? 'Cancelling …' : 'Cancel'}
        </Button>
      </div>
    </>
  )
}

interface ReadyProps {
  readonly planning: Planning
  readonly onShow: () => void
  readonly onChange: () => void
}

export function PlanReady({ planning, onShow, onChange }: ReadyProps) {
  return (
    <>
      <pre className="new-plan-summary" role="region" aria-label="Summary" tabIndex={0}>
        {planning.summary?.split('\n').map((line, i) => (
          <span
            key={i}
            style={{ paddingLeft: `${hangOf(line)}ch`, textIndent: `-${hangOf(line)}ch` }}
          >
            {line || ' '}
          </span>
        ))}
      </pre>
      {planning.steps.length > 0 && (
        <details>
          <summary>How it was made</summary>
          <Steps planning={planning} />
        </details>
      )}
      <div className="choices">
        <ChangeButton {...{ planning, onChange }} />
        <Button kind="primary" data-first onClick={onShow}>
          Show the plan
        </Button>
      </div>
    </>
  )
}

/** Where the rest of a line that is too long begins: below its second column, or its text. */
const hangOf = (line: string): number =>
  (/^ {2}\S.*? {2,}(?=\S)/.exec(line) ?? /^ *(?:- )?/.exec(line))![0].length

interface FailedProps {
  readonly planning: Planning
  readonly trouble: Trouble
  readonly onAgain: () => void
  readonly onOffline: () => void
  readonly onChange: () => void
}

export function PlanFailed({ planning, trouble, onAgain, onOffline, onChange }: FailedProps) {
  return (
    <>
      <TroubleBox {...trouble} />
      <Wanted words={planning.requirements} />
      <Steps planning={planning} />
      <div className="choices">
        <ChangeButton {...{ planning, onChange }} />
        {planning.issues === null && <Button onClick={onOffline}>Plan offline</Button>}
        <Button kind="primary" data-first onClick={onAgain}>
          Try again
        </Button>
      </div>
    </>
  )
}

const ChangeButton = ({ planning, onChange }: Pick<ReadyProps, 'planning' | 'onChange'>) => (
  <Button onClick={onChange}>
    {planning.issues === null ? 'Say it differently' : 'Choose other issues'}
  </Button>
)

export const TroubleBox = ({ message, hint }: Trouble) => (
  <div className="new-plan-trouble" role="alert">
    <p>{message}</p>
    {hint !== null && <p className="quiet">{hint}</p>}
  </div>
)

/** The first lines of what is wanted, without empty ones. */
const Wanted = ({ words }: { readonly words: string }) => (
  <blockquote className="new-plan-wanted">{words.replaceAll(/\s*\n\s*\n\s*/g, '\n')}</blockquote>
)

const NAMES: Readonly<Record<Planning['state'], string>> = {
  initialized: 'Beginning',
  analysing: 'Analysing',
  planning: 'Planning',
  ready: 'Planned',
  failed: 'Failed',
}

function Steps({ planning: { steps, state } }: { readonly planning: Planning }) {
  const title = useId()
  const isGoing = state !== 'ready' && state !== 'failed'
  return (
    <section aria-labelledby={title}>
      <h3 id={title} className="unseen">
        Steps
      </h3>
      <ol className="new-plan-steps" aria-live="polite" aria-busy={isGoing}>
        {steps.map(({ state: during, says, elapsed_s: seconds }, i) => (
          <li key={i} data-now={isGoing && i === steps.length - 1}>
            <strong>{NAMES[during]}</strong>
            <span>{says}</span>
            <time>{formatDuration(seconds)}</time>
          </li>
        ))}
      </ol>
      {steps.length === 0 && isGoing && <p className="quiet">Beginning …</p>}
    </section>
  )
}
