/** The changed files as a tree; each leads to its diff. */
import type { DiffFile } from '../../../../src/server/served/served-worktrees.ts'
import { anchorOf } from './anchor-of.ts'
import { treeOf, type TreeNode } from './tree-of.ts'

export function FileTree({ files }: { readonly files: readonly DiffFile[] }) {
  return (
    <nav className="file-tree" aria-label="Changed files">
      <Nodes nodes={treeOf(files)} />
    </nav>
  )
}

function Nodes({ nodes }: { readonly nodes: readonly TreeNode[] }) {
  return (
    <ul>
      {nodes.map((node) =>
        node.is === 'folder' ? (
          <li key={node.path}>
            <details open>
              <summary className="cut">{node.name}/</summary>
              <Nodes nodes={node.inside} />
            </details>
          </li>
        ) : (
          <li key={node.file.path} data-status={node.file.status}>
            <a
              href={`#${anchorOf(node.file.path)}`}
              className="cut"
              onClick={(event) => {
                event.preventDefault()
                openFile(node.file.path)
              }}
            >
              {node.name}
            </a>
            <Counts file={node.file} />
          </li>
        ),
      )}
    </ul>
  )
}

function openFile(path: string): void {
  const element = document.getElementById(anchorOf(path))
  if (element instanceof HTMLDetailsElement) element.open = true
  element?.scrollIntoView({ block: 'start' })
  element?.querySelector('summary')?.focus({ preventScroll: true })
}

export function Counts({ file }: { readonly file: DiffFile }) {
  if (file.isBinary) return <span className="quiet">binary</span>
  return (
    <span className="counts">
      <span className="added">+{file.added ?? 0}</span>{' '}
      <span className="removed">−{file.deleted ?? 0}</span>
    </span>
  )
}
