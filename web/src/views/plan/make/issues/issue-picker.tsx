/** Issues to choose from: searched, filtered by labels, chosen by mouse or keys. */
import { useMemo, useRef, useState } from 'react'
import type { IssueListDocument } from '../../../../../../src/core/forge/issues/issue-document.ts'
import { sayCount } from '../../../../../../src/core/say/say-count.ts'
import { Button } from '../../../../parts/button.tsx'
import { Chip, ChipRow } from '../../../../parts/chip.tsx'
import { SearchBox } from '../../../../parts/search-box.tsx'
import { filterIssues, labelsOf, NO_FILTER, type IssueFilter } from './filter-issues.ts'
import { IssueRowView } from './issue-row.tsx'
import { useChoosing } from './use-choosing.ts'

export interface IssuePickerProps {
  readonly list: IssueListDocument
  readonly isReloading: boolean
  readonly chosen: ReadonlySet<number>
  readonly choose: (numbers: Iterable<number>) => void
  readonly reload: () => void
  readonly showMore: () => void
}

export function IssuePicker(props: IssuePickerProps) {
  const { list, isReloading, chosen, choose, reload, showMore } = props
  const [filter, setFilter] = useState(NO_FILTER)
  const shown = useMemo(() => filterIssues(list.issues, filter), [list, filter])
  const box = useRef<HTMLInputElement>(null)
  const { rows, onKeyDown, onToggle } = useChoosing({ shown, chosen, choose, box })
  return (
    <section className="issue-picker" aria-busy={isReloading} onKeyDown={onKeyDown}>
      <header>
        <p>
          <strong>{list.repository}</strong>{' '}
          <span className="quiet" role="status">
            {isReloading ? 'Loading the issues …' : sayShown(list, shown.length)}
          </span>
        </p>
        <Button kind="quiet" disabled={isReloading} onClick={reload}>
          Reload
        </Button>
      </header>
      <SearchBox
        name="Search issues"
        placeholder="Number, title, label, person …"
        words={filter.words}
        box={box}
        onWords={(words) => setFilter({ ...filter, words })}
        onLeave={() => rows.current?.querySelector('input')?.focus()}
      />
      <Labels {...{ list, filter, setFilter }} />
      <StartNow {...{ list, chosen, choose }} shown={shown.map(({ number }) => number)} />
      <ul className="issue-rows" ref={rows} aria-label="Open issues">
        {shown.map((row) => (
          <IssueRowView
            key={row.number}
            {...{ row, chosen }}
            onToggle={(isRange) => onToggle(row.number, isRange)}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="issue-none">
          No issue matches. <Button onClick={() => setFilter(NO_FILTER)}>Show all</Button>
        </p>
      )}
      {list.is_cut && list.issues.length < MOST_SHOWN && (
        <Button disabled={isReloading} onClick={showMore}>
          Show older issues
        </Button>
      )}
      {list.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </section>
  )
}

/** The server lists no more than this. */
const MOST_SHOWN = 1000

function sayShown({ issues, is_cut, labels }: IssueListDocument, shown: number): string {
  const all = sayCount(issues.length, 'open issue')
  const which =
    labels.length === 0 ? '' : ` with ${labels.map((name) => `“${name}”`).join(' and ')}`
  const whole = `${is_cut ? 'the newest ' : ''}${all}${which}`
  return shown === issues.length ? whole : `${shown} of ${whole}`
}

interface LabelsProps {
  readonly list: IssueListDocument
  readonly filter: IssueFilter
  readonly setFilter: (filter: IssueFilter) => void
}

const MOST_LABELS = 12

function Labels({ list, filter, setFilter }: LabelsProps) {
  const { labels: chosen } = filter
  const rest = filterIssues(list.issues, filter)
  const labels = labelsOf(rest, chosen, MOST_LABELS)
  if (labels.length === 0) return null
  const toggle = (label: string): void => {
    const without = chosen.filter((each) => each !== label)
    const labels = without.length < chosen.length ? without : [...chosen, label]
    setFilter({ ...filter, labels })
  }
  return (
    <ChipRow name="Labels">
      {labels.map(({ label, count }) => (
        <Chip key={label} isOn={chosen.includes(label)} count={count} onClick={() => toggle(label)}>
          {label}
        </Chip>
      ))}
    </ChipRow>
  )
}

interface StartNowProps extends Pick<IssuePickerProps, 'list' | 'chosen' | 'choose'> {
  /** Numbers. */
  readonly shown: readonly number[]
}

function StartNow({ list, chosen, choose, shown }: StartNowProps) {
  const able = list.start_now.filter((number) => shown.includes(number))
  return (
    <div className="issue-start-now">
      <Button disabled={able.length === 0} onClick={() => choose(new Set([...chosen, ...able]))}>
        Select all that can start now ({able.length})
      </Button>
      {chosen.size > 0 && (
        <>
          <span className="quiet">{chosen.size} selected</span>
          <Button kind="quiet" onClick={() => choose([])}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}
