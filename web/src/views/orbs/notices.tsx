/** What is missing in the hall, and why: a source that could not be read, a cycle in its data, no WebGL. */
import { useState } from 'react'
import type { TrackerNotice } from '../../../../src/core/workspace/tracker.ts'
import { Button } from '../../parts/button.tsx'

const NO_WEBGL: TrackerNotice = {
  repository: null,
  message: 'This browser cannot draw in 3D here, so the hall is shown in 2D.',
  hint: 'WebGL is off or not available.',
}

export function Notices({
  notices,
  hasWebGl,
}: {
  readonly notices: readonly TrackerNotice[]
  readonly hasWebGl: boolean
}) {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const shown = [...(hasWebGl ? [] : [NO_WEBGL]), ...notices].filter(
    (notice) => !dismissed.has(nameOf(notice)),
  )
  if (shown.length === 0) return null
  return (
    <ul className="orbs-notices" role="status">
      {shown.map((notice) => (
        <li key={nameOf(notice)}>
          <p>
            {notice.repository !== null && <strong>{`${notice.repository}: `}</strong>}
            {notice.message}
            {notice.hint !== null && <span className="quiet">{` ${notice.hint}`}</span>}
          </p>
          <Button
            kind="quiet"
            aria-label="Dismiss this notice"
            onClick={() => setDismissed(new Set([...dismissed, nameOf(notice)]))}
          >
            ✕
          </Button>
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ repository, message }: TrackerNotice): string => `${repository} ${message}`
