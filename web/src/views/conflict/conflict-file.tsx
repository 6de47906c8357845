/** One file of a conflict: its hunks, or the versions of the whole file. */
import { useState } from 'react'
import { linesOf, type Piece } from '../../../../src/core/conflict/merge-pieces.ts'
import { KEEP_WORDS } from '../../../../src/core/say/landing/say-conflict.ts'
import { Button } from '../../parts/button.tsx'
import { ConflictHunk } from './conflict-hunk.tsx'
import { draftOf, withFile, type DraftedFile } from './decided.ts'
import { KeepOrWrite } from './keep-or-write.tsx'
import { isKeptIn, VersionText } from './version-text.tsx'

export function ConflictFile(props: DraftedFile) {
  const { file } = props
  return (
    <section className="conflict-file" aria-label={file.path}>
      <header>
        <h2 id={`conflict ${file.path}`.replaceAll(/\s/g, '-')} tabIndex={-1} className="mono">
          {file.path}
        </h2>
        <p className="quiet">{file.says}</p>
      </header>
      {file.kind === 'text' ? <Hunks {...props} /> : <WholeFile {...props} />}
    </section>
  )
}

function Hunks({ file, drafts, onDraft }: DraftedFile) {
  let hunk = 0
  return (
    <>
      {file.hunks > 1 && (
        <div className="conflict-all">
          <span className="quiet">All {file.hunks} hunks:</span>
          {file.choices.map((keep) => (
            <Button
              key={keep}
              kind="quiet"
              onClick={() => onDraft((before) => withFile(before, file, { keep }))}
            >
              {KEEP_WORDS[keep]}
            </Button>
          ))}
        </div>
      )}
      {file.pieces!.map((piece, i, all) =>
        piece.is === 'merged' ? (
          <Between key={i} piece={piece} isFirst={i === 0} isLast={i === all.length - 1} />
        ) : (
          <ConflictHunk key={i} {...{ file, drafts, onDraft, piece }} number={hunk++} />
        ),
      )}
    </>
  )
}

/** Lines beside a hunk; more of what git could merge are shown on demand. */
const CONTEXT = 3

interface BetweenProps {
  readonly piece: Piece & { is: 'merged' }
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Between({ piece, isFirst, isLast }: BetweenProps) {
  const [isWhole, setWhole] = useState(false)
  const lines = linesOf(piece.text)
  const before = isFirst ? 0 : CONTEXT
  const after = isLast ? 0 : CONTEXT
  const hidden = lines.length - before - after
  if (isWhole || hidden <= 1)
    return (
      <pre className="conflict-merged" tabIndex={0}>
        {piece.text}
      </pre>
    )
  return (
    <>
      {before > 0 && (
        <pre className="conflict-merged" tabIndex={0}>
          {lines.slice(0, before).join('')}
        </pre>
      )}
      <Button kind="quiet" className="conflict-more" onClick={() => setWhole(true)}>
        {hidden} merged lines
      </Button>
      {after > 0 && (
        <pre className="conflict-merged" tabIndex={0}>
          {lines.slice(-after).join('')}
        </pre>
      )}
    </>
  )
}

function WholeFile({ file, drafts, onDraft }: DraftedFile) {
  const draft = draftOf(drafts, file)
  const kept = draft !== null && 'keep' in draft ? draft.keep : null
  const written = draft !== null && 'text' in draft ? draft.text : null
  const text = (file.landed ?? file.task)?.text ?? ''
  return (
    <div className="conflict-hunk" data-hunk data-decided={draft !== null} tabIndex={-1}>
      <div className="conflict-versions">
        <VersionText name="Before both" version={file.base} />
        <VersionText
          name="Already landed"
          version={file.landed}
          isKept={isKeptIn(kept, 'landed')}
        />
        <VersionText name="This task" version={file.task} isKept={isKeptIn(kept, 'task')} />
      </div>
      <KeepOrWrite
        of={file.path}
        choices={file.choices}
        kept={kept}
        onKeep={(keep) => onDraft((before) => withFile(before, file, { keep }))}
        written={written}
        field={file.writable ? { label: `The text of ${file.path}`, text } : null}
        onWrite={(text) => onDraft((before) => withFile(before, file, { text }))}
      />
    </div>
  )
}
