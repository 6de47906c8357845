/** One line about Claude: it is being asked, has answered, or why its orderings are missing. */
import { Button } from '../../../parts/button.tsx'
import type { Suggest } from './use-suggest.ts'

/** What "Analyzing with Claude..." means, as a tooltip and for screen readers. */
const LONG_FORM = 'Analyzing dependency graph with Claude...'
export const ANALYZING = { title: LONG_FORM, 'aria-label': LONG_FORM } as const

export function ClaudeLine({ suggest }: { readonly suggest: Suggest }) {
  const { claude } = suggest.suggesting
  switch (claude.is) {
    case 'not-asked':
      if (claude.why === null) return null
      return <p className="claude-line quiet">{`Claude was not asked: ${claude.why}`}</p>
    case 'asking':
      return (
        <p className="claude-line" role="status" {...ANALYZING}>
          <span className="spinner small" aria-hidden="true" />
          <span>Analyzing with Claude...</span>
        </p>
      )
    case 'answered':
      return (
        <p className="claude-line quiet" role="status">
          {`Claude has answered${claude.costUsd === null ? '' : `, for $${claude.costUsd.toFixed(3)}`}.`}
        </p>
      )
    case 'failed':
      return (
        <p className="claude-line failed" role="alert">
          <span>
            <span aria-hidden="true">⚠ </span>
            {claude.error.message}
          </span>
          <Button onClick={suggest.askClaude}>Retry</Button>
        </p>
      )
  }
}
