/** The bar above a diff: its size, what it is compared with, and how it is shown. */
import type { DiffDocument } from '../../../../src/server/served/served-worktrees.ts'
import { useAddress } from '../../parts/use-address.ts'
import type { Against } from './read-diff.ts'

export type DiffLook = 'split' | 'unified'

export interface DiffToolsProps {
  readonly diff: DiffDocument
  readonly against: Against
  readonly look: DiffLook
  readonly onLook: (look: DiffLook) => void
}

export function DiffTools({ diff, against, look, onLook }: DiffToolsProps) {
  const { change } = useAddress()
  const sum = (side: 'added' | 'deleted'): number =>
    diff.files.reduce((total, file) => total + (file[side] ?? 0), 0)
  return (
    <div className="diff-tools">
      <span>
        {diff.files.length === 1 ? '1 file' : `${diff.files.length} files`},{' '}
        <span className="added">+{sum('added')}</span>{' '}
        <span className="removed">−{sum('deleted')}</span>
        {diff.commit === null && <span className="quiet">, not all of it committed yet</span>}
      </span>
      <label>
        Compared with{' '}
        <select value={against} onChange={(event) => change({ against: event.target.value })}>
          <option value="base">where it began</option>
          <option value="target">what has landed by now</option>
        </select>
      </label>
      <label>
        Shown{' '}
        <select value={look} onChange={(event) => onLook(event.target.value as DiffLook)}>
          <option value="split">side by side</option>
          <option value="unified">in one column</option>
        </select>
      </label>
    </div>
  )
}
