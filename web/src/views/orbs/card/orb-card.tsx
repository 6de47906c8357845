/** The card of the selected orb: what it is, what it waits for, what waits for it, and what can be done. */
import { useId, type RefObject } from 'react'
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import { isBlocked, type Orb } from '../../../../../src/core/workspace/orbs.ts'
import { Button } from '../../../parts/button.tsx'
import { OrbMark } from '../orb-mark.tsx'
import { STATE_WORDS } from '../../../../../src/core/workspace/summary.ts'
import { CI_MARKS, CI_WORDS, sayAgent, sayAgo } from '../orb-words.ts'
import { waitsOf } from '../waits.ts'
import { OrbActions } from './orb-actions.tsx'
import { Blockers } from './blockers.tsx'
import { CommitList } from './commit-list.tsx'
import { OrbLinks } from './orb-links.tsx'
import './orb-card.css'

export interface OrbCardProps {
  readonly orb: Orb
  readonly orbs: readonly Orb[]
  readonly now: number
  readonly onSelect: (orb: string | null) => void
  readonly place: RefObject<HTMLElement | null>
}

export function OrbCard({ orb, orbs, now, onSelect, place }: OrbCardProps) {
  const { node, state, ci, isGhost } = orb
  const heading = useId()
  return (
    <section
      ref={place}
      className="orbs-panel orb-card"
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onSelect(null)
      }}
    >
      <header>
        <OrbMark {...{ state, ci, isGhost }} isBlocked={isBlocked(orb)} />
        <div>
          <h2 id={heading}>
            {node.pr_number !== null && <strong>{`#${node.pr_number} `}</strong>}
            <code>{node.branch}</code>
          </h2>
          <p className="quiet">{sayWhere(orb, now)}</p>
        </div>
        <Button kind="quiet" aria-label="Select no workspace" onClick={() => onSelect(null)}>
          ✕
        </Button>
      </header>
      {node.name !== node.branch && <p className="orb-card-name">{node.name}</p>}
      <Facts {...{ orb, orbs, onSelect }} />
      <CommitList commits={node.commits_from_parent} />
      <Blockers orb={orb} />
      <OrbActions orb={orb} />
    </section>
  )
}

function sayWhere(orb: Orb, now: number): string {
  const ago = sayAgo(orb, now)
  return [
    orb.repository,
    STATE_WORDS[orb.state],
    ...(isBlocked(orb) ? ['blocked'] : []),
    ...(orb.isGhost ? ['no workspace'] : []),
    ...(ago === null ? [] : [ago]),
  ].join(' · ')
}

function Facts({ orb, orbs, onSelect }: Pick<OrbCardProps, 'orb' | 'orbs' | 'onSelect'>) {
  const { node, ci, waiting } = orb
  const { waitsFor, elsewhere, waitForIt } = waitsOf(orbs, orb)
  const agent = sayAgent(orb)
  return (
    <dl>
      <dt>Merges into</dt>
      <dd>
        <code>{node.parent_branch_name}</code>
      </dd>
      <dt>Waits for</dt>
      <dd>
        {waitsFor.length + elsewhere.length === 0 && 'nothing'}
        <OrbLinks orbs={waitsFor} repository={orb.repository} onSelect={onSelect} />
        {elsewhere.map((name) => (
          <code key={name}>{name}</code>
        ))}
      </dd>
      <dt>Holds up</dt>
      <dd>
        {waiting === 0 && waitForIt.length === 0 ? 'nothing' : sayCount(waiting, 'workspace')}{' '}
        <OrbLinks orbs={waitForIt} repository={orb.repository} onSelect={onSelect} />
      </dd>
      <dt>CI</dt>
      <dd className="orb-ci-words" data-ci={ci}>
        {`${CI_MARKS[ci]} ${CI_WORDS[ci]}`.trim()}
      </dd>
      {agent !== '' && (
        <>
          <dt>Agent</dt>
          <dd>{agent}</dd>
        </>
      )}
      {node.pr_author_login !== '' && (
        <>
          <dt>Author</dt>
          <dd>{node.pr_author_login}</dd>
        </>
      )}
    </dl>
  )
}
