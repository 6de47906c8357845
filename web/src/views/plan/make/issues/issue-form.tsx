/** The form for a plan from issues: choose from what is open, each becomes a task. */
import { useMemo } from 'react'
import type { IssueListDocument } from '../../../../../../src/core/forge/issues/issue-document.ts'
import { missingIssues } from '../../../../../../src/core/forge/issues/issue-standing.ts'
import { Button } from '../../../../parts/button.tsx'
import { AgentsField } from '../agents-field.tsx'
import { TroubleBox } from '../planning-stages.tsx'
import { useSubmit } from '../use-submit.ts'
import type { WishFormProps } from '../wish-form.tsx'
import { IssuePicker } from './issue-picker.tsx'
import { MissingLine } from './missing-line.tsx'
import { useIssues } from './use-issues.ts'
import './issue-form.css'

export function IssueForm(props: WishFormProps) {
  const { issues, reload, showMore } = useIssues()
  switch (issues.is) {
    case 'loading':
      return (
        <p className="quiet" role="status">
          Loading the issues …
        </p>
      )
    case 'unknown':
      return (
        <>
          <TroubleBox {...issues.trouble} />
          <Ways onClose={props.onClose} reload={reload} again="Try again" />
        </>
      )
    case 'known':
      return issues.list.issues.length === 0 ? (
        <NoIssues {...props} list={issues.list} reload={reload} />
      ) : (
        <ChooseIssues {...props} {...issues} {...{ reload, showMore }} />
      )
  }
}

interface WaysProps {
  readonly again: string
  readonly reload: () => void
  readonly onClose: () => void
}

const Ways = ({ again, reload, onClose }: WaysProps) => (
  <div className="choices">
    <Button onClick={onClose}>Close</Button>
    <Button kind="primary" onClick={reload}>
      {again}
    </Button>
  </div>
)

interface KnownProps extends WishFormProps {
  readonly list: IssueListDocument
  readonly reload: () => void
}

const NoIssues = ({ list, reload, onClose }: KnownProps) => (
  <>
    <section className="no-issues">
      <h3>No open issues</h3>
      <p className="quiet">
        {list.labels.length === 0
          ? `Issues that somebody opens on ${list.forge} are listed here.`
          : `No open issue of ${list.forge} is labelled ${list.labels.join(' and ')}, as the setting issues.labels wants.`}
      </p>
    </section>
    <Ways again="Look again" {...{ reload, onClose }} />
  </>
)

interface ChooseProps extends KnownProps {
  readonly isReloading: boolean
  readonly showMore: () => void
}

/** What the server plans at once. */
const MOST = 100

function ChooseIssues({ wish, change, trouble, onSubmit, onClose, ...loaded }: ChooseProps) {
  const { list } = loaded
  const chosen = useMemo(() => chosenOf(wish.issues, list), [wish.issues, list])
  const { isReady, ...handlers } = useSubmit(chosen.size > 0 && chosen.size <= MOST, onSubmit)
  const choose = (next: Iterable<number>): void => change({ ...wish, issues: [...next] })
  return (
    <form {...handlers} className="issue-form">
      {trouble !== null && <TroubleBox {...trouble} />}
      <IssuePicker {...loaded} {...{ chosen, choose }} />
      <MissingLine
        {...missingIssues(chosen, list.issues)}
        onAdd={(missing) => choose([...chosen, ...missing])}
      />
      <div className="issue-foot">
        <AgentsField {...{ wish, change }} />
        <div className="choices">
          {chosen.size > MOST && <span className="quiet">At most {MOST} at once.</span>}
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" kind="primary" disabled={!isReady}>
            {chosen.size === 0 ? 'Plan these' : `Plan these ${chosen.size}`}{' '}
            <kbd aria-hidden="true">Ctrl Enter</kbd>
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Issues that the user chose earlier may be closed or assigned by now. */
const chosenOf = (
  issues: readonly number[],
  { issues: rows }: IssueListDocument,
): ReadonlySet<number> => {
  const able = new Set(rows.filter(({ skipped }) => skipped === null).map(({ number }) => number))
  return new Set(issues.filter((number) => able.has(number)))
}
