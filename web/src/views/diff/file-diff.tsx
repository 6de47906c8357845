/** The diff of one file, with comments beside its lines. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  Diff,
  getChangeKey,
  Hunk,
  parseDiff,
  type ChangeData,
  type FileData,
} from 'react-diff-view'
import 'react-diff-view/style/index.css'
import { formatSize } from '../../../../src/core/value/size.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { DiffFile } from '../../../../src/server/served/served-worktrees.ts'
import { Button } from '../../parts/button.tsx'
import { anchorOf } from './anchor-of.ts'
import { placeOf, type Comment, type Comments } from './comments.ts'
import { CommentBox } from './comment-box.tsx'
import type { DiffLook } from './diff-tools.tsx'
import { Counts } from './file-tree.tsx'
import { OpenFile } from './open-file.tsx'
import { tokensFor } from './diff-tokens.ts'
import { readDiff, type Against } from './read-diff.ts'

export interface FileDiffProps {
  readonly run: string
  readonly task: TaskId
  readonly file: DiffFile
  readonly look: DiffLook
  readonly against: Against
  readonly comments: Comments
  readonly comment: (comment: Comment) => void
  /** One of the first files, which are open from the start unless they are long. */
  readonly isFirst: boolean
  readonly isViewed: boolean
  readonly onViewed: (isViewed: boolean) => void
}

type FileContentProps = Omit<FileDiffProps, 'isFirst' | 'isViewed' | 'onViewed'>

/** A diff with at least so many lines is closed at first. */
const LONG = 600

const WORDS: Readonly<Record<DiffFile['status'], string>> = {
  added: 'new',
  deleted: 'deleted',
  modified: '',
  renamed: 'renamed',
  mode: 'only its mode',
}

export function FileDiff({ isFirst, isViewed, onViewed, ...props }: FileDiffProps) {
  const { file } = props
  const [isOpen, setOpen] = useState(
    isFirst && !isViewed && (file.added ?? 0) + (file.deleted ?? 0) < LONG,
  )
  const view = (viewed: boolean): void => {
    setOpen(!viewed)
    onViewed(viewed)
  }
  return (
    <div className="file-diff-box">
      <details
        id={anchorOf(file.path)}
        className="file-diff"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <span className="mono">
            {file.oldPath !== null && `${file.oldPath} → `}
            {file.path}
          </span>
          {WORDS[file.status] !== '' && <span className="quiet">{WORDS[file.status]}</span>}
          <Counts file={file} />
        </summary>
        {isOpen && <OpenFile task={props.task} path={file.path} />}
        {isOpen && <FileContent {...props} />}
      </details>
      {/* A summary may hold nothing that can be clicked by itself. */}
      <label className="file-viewed">
        <input
          type="checkbox"
          checked={isViewed}
          onChange={(event) => view(event.target.checked)}
        />{' '}
        Viewed
      </label>
    </div>
  )
}

function FileContent({ run, task, file, against, ...props }: FileContentProps) {
  const [isWanted, setWanted] = useState(false)
  const alone = useQuery({
    queryKey: ['file-diff', task, against, file.path],
    queryFn: () => readDiff(task, { run, against, file: file.path }),
    enabled: isWanted && file.patch === null,
  })
  const patch = file.patch ?? alone.data?.files[0]?.patch ?? null
  if (file.isBinary) return <p className="quiet">Binary: {formatSize(file.bytes)} of changes.</p>
  if (patch !== null) return <Patch path={file.path} patch={patch} {...props} />
  if (alone.isFetched) return <p className="quiet">It is too large to show.</p>
  return (
    <p className="quiet">
      {formatSize(file.bytes)} of changes.{' '}
      <Button onClick={() => setWanted(true)} disabled={alone.isFetching}>
        {alone.isFetching ? 'Loading …' : 'Show it'}
      </Button>
    </p>
  )
}

interface PatchProps {
  readonly path: string
  readonly patch: string
  readonly look: DiffLook
  readonly comments: Comments
  readonly comment: (comment: Comment) => void
}

function Patch({ path, patch, look, comments, comment }: PatchProps) {
  const parsed = useMemo(() => parseDiff(patch)[0], [patch])
  const tokens = useMemo(
    () => (parsed === undefined ? null : tokensFor(path, parsed)),
    [path, parsed],
  )
  const [open, setOpen] = useState<string | null>(null)
  if (parsed === undefined || parsed.hunks.length === 0)
    return <p className="quiet">No text has changed.</p>
  const widgets = Object.fromEntries(
    changesOf(parsed).flatMap((change) => {
      const place = { path, ...lineOf(change) }
      const key = getChangeKey(change)
      const written = comments.get(placeOf(place))
      if (written === undefined && key !== open) return []
      const close = (words: string | null): void => {
        if (words !== null) comment({ ...place, quoted: change.content, words })
        setOpen(null)
      }
      return [
        [
          key,
          <CommentBox
            key={key}
            words={written?.words ?? ''}
            isOpen={key === open}
            onOpen={() => setOpen(key)}
            onClose={close}
          />,
        ],
      ]
    }),
  )
  return (
    <Diff
      viewType={look}
      diffType={parsed.type}
      hunks={parsed.hunks}
      tokens={tokens}
      widgets={widgets}
      renderGutter={({ change, side, renderDefault }) => (
        <CommentGutter change={change} isShown={side === lineOf(change).side} onOpen={setOpen}>
          {renderDefault()}
        </CommentGutter>
      )}
    >
      {(hunks) => hunks.map((hunk) => <Hunk key={hunk.content} hunk={hunk} />)}
    </Diff>
  )
}

interface CommentGutterProps {
  readonly change: ChangeData
  readonly isShown: boolean
  readonly onOpen: (key: string) => void
  readonly children: React.ReactNode
}

/** A click on the number of a line opens a comment on it. */
function CommentGutter({ change, isShown, onOpen, children }: CommentGutterProps) {
  if (!isShown) return children
  return (
    <button
      type="button"
      className="comment-gutter"
      aria-label={`Comment on line ${lineOf(change).line}`}
      onClick={() => onOpen(getChangeKey(change))}
    >
      {children}
    </button>
  )
}

const changesOf = ({ hunks }: FileData): readonly ChangeData[] =>
  hunks.flatMap(({ changes }) => changes)

function lineOf(change: ChangeData): { readonly line: number; readonly side: 'old' | 'new' } {
  if (change.type === 'delete') return { line: change.lineNumber, side: 'old' }
  return { line: change.type === 'insert' ? change.lineNumber : change.newLineNumber, side: 'new' }
}
