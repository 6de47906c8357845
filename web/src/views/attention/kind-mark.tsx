/** The kind of a need as a shape, a colour and a word. */
import type { AttentionKind } from '../../../../src/core/report/attention.ts'
import type { TaskStatus } from '../../../../src/core/run/task-state.ts'
import { StateMark } from '../../parts/state-mark.tsx'
import { kindName } from './needs.ts'

const LOOKS: Readonly<Record<AttentionKind, TaskStatus>> = {
  frozen: 'failed',
  hindered: 'failed',
  permission: 'stuck',
  question: 'stuck',
  budget: 'stuck',
  conflict: 'failed',
  'red-check': 'failed',
  broken: 'failed',
  'left-target': 'failed',
  unasked: 'review',
  'task-failed': 'failed',
  forge: 'failed',
  'pull-stuck': 'failed',
  review: 'review',
  'pull-ready': 'review',
  'needs-human': 'review',
  'paused-run': 'waiting',
  'paused-batch': 'waiting',
  'branch-moved': 'review',
  'rate-limited': 'waiting',
  stale: 'waiting',
  looping: 'waiting',
  silent: 'waiting',
  'over-time': 'waiting',
}

export const KindMark = ({ kind }: { readonly kind: AttentionKind }) => (
  <StateMark status={LOOKS[kind]}>{kindName(kind)}</StateMark>
)
