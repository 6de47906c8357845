/** What can be done with a workspace: its task, its pull request, its folder. */
import { Link } from 'wouter'
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import type { TrackedTask } from '../../../../../src/core/workspace/tracker.ts'
import { pathIn } from '../../../data/api/project.ts'
import { addressOf, useProjects } from '../../../data/live/use-projects.ts'
import { OpenIn } from '../../../parts/worktree/open-in.tsx'
import { forgeLinks } from '../safe-link.ts'

export function OrbActions({ orb }: { readonly orb: Orb }) {
  const { task, worktree_path } = orb.node
  const links = forgeLinks(orb.node.github_url, orb.node.branch)
  return (
    <div className="orb-actions">
      {task !== null && <TaskLinks task={task} />}
      <WebLink link={links.pullRequest} words="Open pull request" isFirst={task === null} />
      <WebLink
        link={links.branch}
        words="Branch on GitHub"
        isFirst={task === null && links.pullRequest === null}
      />
      {worktree_path !== null && <OpenIn folder={worktree_path} />}
    </div>
  )
}

const TASK_LINKS = [
  ['', 'Open task'],
  ['?tab=diff', 'Diff'],
  ['#guidance', 'Guide'],
] as const

function TaskLinks({ task: { project, task } }: { readonly task: TrackedTask }) {
  const projects = useProjects()
  const other = projects?.projects.find(({ id }) => id === project && id !== projects.own?.id)
  return TASK_LINKS.map(([place, words], i) => {
    const path = `/tasks/${encodeURIComponent(task)}${place}`
    const className = `button ${i === 0 ? 'primary' : ''}`
    return other === undefined ? (
      <Link key={words} className={className} href={path}>
        {words}
      </Link>
    ) : (
      // Another repository is another page.
      <a key={words} className={className} href={pathIn(addressOf(other), path)}>
        {words}
      </a>
    )
  })
}

function WebLink({
  link,
  words,
  isFirst,
}: {
  readonly link: string | null
  readonly words: string
  readonly isFirst: boolean
}) {
  if (link === null) return null
  return (
    <a
      className={`button ${isFirst ? 'primary' : ''}`}
      href={link}
      target="_blank"
      rel="noreferrer"
    >
      {words}
    </a>
  )
}
