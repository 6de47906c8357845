/** The words of one row of the list. */
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import { isBlocked, type Orb } from '../../../../../src/core/workspace/orbs.ts'
import { OrbMark } from '../orb-mark.tsx'
import { STATE_WORDS } from '../../../../../src/core/workspace/summary.ts'
import { CI_MARKS, CI_WORDS, sayAge } from '../orb-words.ts'
import type { Section } from '../sections.ts'

export function RepositoryRow({ section }: { readonly section: Section }) {
  const { repository, defaultBranch, count, needYou } = section
  return (
    <>
      <strong className="orb-name cut">{repository}</strong>
      <code className="quiet">{defaultBranch}</code>
      <span className="quiet orb-count">{sayCount(count, 'workspace')}</span>
      {needYou > 0 && (
        <span className="orb-need">{`${needYou} ${needYou === 1 ? 'needs' : 'need'} you`}</span>
      )}
    </>
  )
}

export function OrbRow({
  orb,
  phases,
  now,
}: {
  readonly orb: Orb
  readonly phases: ReadonlyMap<string, number> | null
  readonly now: number
}) {
  const { node, state, ci, isGhost, waiting } = orb
  const phase = phases === null ? undefined : (phases.get(orb.id) ?? null)
  const age = sayAge(orb, now)
  return (
    <>
      <OrbMark
        {...{ state, ci, isGhost }}
        isBlocked={isBlocked(orb)}
        {...(phase === undefined ? {} : { phase })}
      />
      <span className="orb-title">
        <span className="orb-name cut" title={node.name}>
          {node.pr_number !== null && <strong>{`#${node.pr_number} `}</strong>}
          {node.name}
        </span>
        {node.branch !== node.name && <code className="orb-branch cut">{node.branch}</code>}
        {hasNotes(orb) && <OrbNotes orb={orb} />}
      </span>
      <span className="orb-facts">
        {phase !== undefined && (
          <span className="orb-phase">
            {phase === null ? 'not in the order' : `Phase ${phase}`}
          </span>
        )}
        <span className="orb-ci" data-ci={ci}>
          <span aria-hidden="true">{CI_MARKS[ci]}</span>
          <span className="unseen">{`CI ${CI_WORDS[ci]}`}</span>
        </span>
        <span className="orb-state" data-state={state}>
          {isGhost && state === 'idle' ? 'no workspace' : STATE_WORDS[state]}
        </span>
        <span className="orb-waiting">{waiting > 0 ? `holds up ${waiting}` : ''}</span>
        <span className="orb-age quiet">{age}</span>
      </span>
    </>
  )
}

export const hasNotes = (orb: Orb): boolean =>
  isBlocked(orb) || orb.after.length > 0 || orb.node.says !== ''

/** What holds it up, and what its agent says. */
const OrbNotes = ({ orb }: { readonly orb: Orb }) => (
  <span className="orb-notes">
    {isBlocked(orb) && (
      <span className="orb-blocked cut" title={orb.node.blockers.join('; ')}>
        <strong>blocked</strong> {orb.node.blockers.join('; ')}
      </span>
    )}
    {orb.after.length > 0 && (
      <span className="cut" title={orb.after.join(', ')}>{`after ${orb.after.join(', ')}`}</span>
    )}
    {orb.node.says !== '' && <span className="orb-says cut quiet">{orb.node.says}</span>}
  </span>
)
