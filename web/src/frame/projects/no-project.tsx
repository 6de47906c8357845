/** Shown when the address names a project that the server does not serve. */
import { pageProject } from '../../data/api/project.ts'
import { EmptyState } from '../../parts/empty-state.tsx'

export default function NoProject() {
  return (
    <EmptyState title={`"${pageProject() ?? ''}" cannot be shown`}>
      <p>
        It is not in the list of repositories any more, its folder is gone, or its records cannot be
        read. To see why:
      </p>
      <pre>conductor projects</pre>
      <p>
        <a href="/">Back to the first page</a>
      </p>
    </EmptyState>
  )
}
