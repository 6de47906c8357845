/** Shows the facts about a pull request: its link, its status, and the feedback on it. */
import { sayStanding } from '../../../../src/core/say/pulls/say-pull.ts'
import { sayPullStep } from '../../../../src/core/say/pulls/say-pull-step.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { webLink } from '../../parts/web-link.ts'
import type { LanePull } from '../../../../src/core/forge/lane-pull.ts'
import { Fact, Facts } from './facts.tsx'

export interface PullFactsProps {
  readonly pull: LanePull
  /** A person can review and merge it. */
  readonly isReady: boolean
}

export function PullFacts({ pull, isReady }: PullFactsProps) {
  const { run } = useShownRun()
  const { opened, sight, branch, base } = pull
  const name = opened === null ? branch : `#${opened.number}`
  const link = webLink(opened?.url ?? '')
  return (
    <Facts>
      <Fact name="Pull request">
        {link === null ? (
          name
        ) : (
          <a href={link} target="_blank" rel="noreferrer">
            {name}
          </a>
        )}{' '}
        into {base.branch}
      </Fact>
      <Fact name="Status">{sayStanding(pull)}</Fact>
      <Fact name="Next step">{sayPullStep(pull, isReady, run.publishing!)}</Fact>
      {sight !== null && sight.feedback.length > 0 && (
        <Fact name="What was said">
          <ul>
            {sight.feedback.map(({ id, by, line }) => (
              <li key={id}>
                {by}: {line}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </Facts>
  )
}
