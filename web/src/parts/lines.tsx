/** Lines of text as they are; those of a diff are coloured by their first character. */
import type { ReactNode } from 'react'
import './lines.css'

export interface LinesProps {
  readonly lines: readonly string[]
  readonly isDiff: boolean
}

export function Lines({ lines, isDiff }: LinesProps): ReactNode {
  if (!isDiff) return <pre className="lines">{lines.join('\n')}</pre>
  return (
    <pre className="lines diff-lines">
      {lines.map((line, i) => (
        <span key={i} data-change={CHANGES[line.at(0) ?? '']}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  )
}

const CHANGES: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'file' }
