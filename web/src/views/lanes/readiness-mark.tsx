/** Whether a lane could be merged, as a shape, a colour and words. */
import {
  sayMergeReadiness,
  type MergeReadiness,
} from '../../../../src/core/landing/merge-readiness.ts'
import './readiness-mark.css'

/** SVG paths in a box of 16 by 16. */
const SHAPES: Readonly<Record<MergeReadiness['is'], string>> = {
  nothing: 'M8 3a5 5 0 1 0 0 10a5 5 0 1 0 0-10',
  unknown: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2q-1.1 .6-1.1 1.8M8 12.6v.4',
  clean: 'M3 4q0 5 5 5h4M9 5.5L12.5 9L9 12.5M3 14V4',
  collides: 'M2 3.5L6.5 8L2 12.5M14 3.5L9.5 8L14 12.5M8 2v12',
  conflict: 'M3 3l10 10M13 3L3 13',
  'check-failed': 'M8 1.8L14.8 14H1.2zM8 6v4M8 12v.3',
  landing: 'M8 1.5v9M4.5 7L8 10.5L11.5 7M2.5 14h11',
  landed: 'M2.5 8.5L6.3 12.3L13.5 4',
}

export function ReadinessMark({ readiness }: { readonly readiness: MergeReadiness }) {
  return (
    <p className="readiness" data-readiness={readiness.is}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={SHAPES[readiness.is]} />
      </svg>
      <span>{sayMergeReadiness(readiness)}</span>
    </p>
  )
}
