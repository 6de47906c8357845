/** The tasks that landed, with their commits and checks, and everything that the run has changed. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ResultDocument } from '../../../../src/core/take/result-document.ts'
import type { DiffFile } from '../../../../src/server/served/served-worktrees.ts'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { readResultDiff } from './result-calls.ts'

export function ResultDetails({ seen }: { readonly seen: ResultDocument }) {
  return (
    <>
      <div className="run-table">
        <table className="landed-tasks">
          <ColumnHeads names={['Landed', 'Commit', 'Check', 'Name']} />
          <tbody>
            {seen.tasks.map(({ task, name, commit, checked }) => (
              <tr key={task}>
                <td className="mono">
                  <Link href={`/runs/${seen.run}/tasks/${task}`}>{task}</Link>
                </td>
                <td className="mono">{commit?.slice(0, 9)}</td>
                <td>{checked ? '✓ passed' : 'not checked'}</td>
                <td>{name === task ? '' : name}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <AllChanges seen={seen} />
    </>
  )
}

/** Read when it is opened: a run may have changed thousands of files. */
function AllChanges({ seen }: { readonly seen: ResultDocument }) {
  const [isOpen, setOpen] = useState(false)
  const diff = useQuery({
    queryKey: ['result-diff', seen.run, seen.result],
    queryFn: () => readResultDiff(seen.run),
    enabled: isOpen,
  })
  return (
    <details
      className="all-changes"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Everything that changed</summary>
      {diff.isError && <p role="alert">{diff.error.message}</p>}
      {isOpen && diff.data === undefined && !diff.isError && <p className="quiet">Loading …</p>}
      {diff.data?.files.map((file) => (
        <ChangedFile key={file.path} file={file} />
      ))}
      {diff.data?.isCut === true && (
        <p className="quiet">There are more files than are shown here.</p>
      )}
    </details>
  )
}

function ChangedFile({ file }: { readonly file: DiffFile }) {
  const { path, status, added, deleted, patch } = file
  return (
    <details>
      <summary>
        <span className="mono">{path}</span> <span className="quiet">{status}</span>{' '}
        {added !== null && deleted !== null && `+${added} −${deleted}`}
      </summary>
      {patch === null ? (
        <p className="quiet">Binary, or too long to show here.</p>
      ) : (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0} aria-label={`Changes of ${path}`}>
          {patch}
        </pre>
      )}
    </details>
  )
}
