/** A small picture for the kind of a call. */
import type { CallKind } from '../../../../../src/core/transcript/entry.ts'

const PATHS: Readonly<Record<CallKind, string>> = {
  command: 'M2 3.5h12v9H2zM4.5 6.5l2 1.7-2 1.8M8 10.5h3',
  read: 'M4 1.5h5.5L12.5 4.5v10H4zM9.5 1.5v3h3M6 8h4.500M6 11h4.500',
  edit: 'M10.500 2.500l3 3L6 13l-3.500.500L3 10z',
  search: 'M7 2.500a4.500 4.500 0 1 0 .01 0M10.300 10.300l3.700 3.700',
  web: 'M8 2a6 6 0 1 0 .01 0M2 8h12M8 2c2.500 3 2.500 9 0 12M8 2c-2.500 3-2.500 9 0 12',
  mcp: 'M6 2v3.500M10 2v3.500M4.500 5.500h7v2a3.500 3.500 0 0 1-7 0zM8 11v3',
  agent: 'M3.500 6h9v7h-9zM8 3.500V6M8 2.500v.5M6.200 9v1M9.800 9v1',
  todo: 'M2.500 4l1 1 2-2M2.500 9l1 1 2-2M8 4.500h6M8 9.500h6M8 13.500h6',
  other: 'M8 2.500v2M8 11.500v2M2.500 8h2M11.500 8h2M8 6a2 2 0 1 0 .01 0',
}

export const KindIcon = ({ kind }: { readonly kind: CallKind }) => (
  <svg className="kind-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={PATHS[kind] ?? PATHS.other} />
  </svg>
)
