/** The commits of a workspace that its parent does not have, the newest first. */
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import type { TreeCommit } from '../../../../../src/core/workspace/tracker.ts'
import { webLink } from '../../../parts/web-link.ts'

const FEW = 3

export function CommitList({ commits }: { readonly commits: readonly TreeCommit[] }) {
  if (commits.length === 0) return null
  return (
    <div className="orb-commits">
      <Commits commits={commits.slice(0, FEW)} />
      {commits.length > FEW && (
        <details>
          <summary>{sayCount(commits.length - FEW, 'more commit')}</summary>
          <Commits commits={commits.slice(FEW)} />
        </details>
      )}
    </div>
  )
}

const Commits = ({ commits }: { readonly commits: readonly TreeCommit[] }) => (
  <ul>
    {commits.map(({ sha, short_sha, message, author, date, github_url }) => {
      const link = webLink(github_url)
      return (
        <li key={sha} className="cut" title={`${message} (${author}, ${date})`}>
          {link === null ? (
            <code>{short_sha}</code>
          ) : (
            <a href={link} target="_blank" rel="noreferrer">
              <code>{short_sha}</code>
            </a>
          )}{' '}
          {message}
        </li>
      )
    })}
  </ul>
)
