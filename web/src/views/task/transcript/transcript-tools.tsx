/** Above the conversation: which attempt, finding words, the last error, and the raw text. */
import { formatCost } from '../../../../../src/core/value/money.ts'
import { estimatedIn, formatTokens, tokensOf } from '../../../../../src/core/agent/usage.ts'
import type { Attempt } from '../../../../../src/core/run/run.ts'
import { Button } from '../../../parts/button.tsx'
import type { Search } from './use-search.ts'

export interface TranscriptToolsProps {
  readonly attempt: Attempt
  readonly attempts: readonly Attempt[]
  readonly onChoose: (number: number) => void
  readonly search: Search
  readonly isRaw: boolean
  readonly onRaw: (isRaw: boolean) => void
}

export function TranscriptTools(props: TranscriptToolsProps) {
  const { attempt, attempts, onChoose, search, isRaw, onRaw } = props
  const { usage } = attempt
  return (
    <div className="transcript-tools" role="toolbar" aria-label="Transcript">
      {attempts.length > 1 && (
        <label>
          Attempt{' '}
          <select value={attempt.number} onChange={(event) => onChoose(Number(event.target.value))}>
            {attempts.map(({ number }) => (
              <option key={number}>{number}</option>
            ))}
          </select>
        </label>
      )}
      <Find search={search} />
      <Button kind="quiet" onClick={search.lastError}>
        Last error
      </Button>
      <Button kind="quiet" aria-pressed={isRaw} onClick={() => onRaw(!isRaw)}>
        Raw
      </Button>
      {tokensOf(usage) > 0 && (
        <span className="quiet transcript-total">
          {formatTokens(tokensOf(usage))} tokens
          {usage.costUsd !== null && `, ${formatCost(usage.costUsd, estimatedIn(usage))}`}
        </span>
      )}
    </div>
  )
}

function Find({ search }: { readonly search: Search }) {
  const { words, change, found, at, step } = search
  return (
    <div className="transcript-find" role="search">
      <input
        className="search"
        type="search"
        aria-label="Find in the transcript"
        placeholder="Find in the transcript"
        value={words}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? 1 : -1)
        }}
      />
      {words.trim() !== '' && (
        <>
          <span className="quiet" role="status">
            {found === null ? 'Looking …' : sayFound(found.total, found.matches.length, at)}
          </span>
          <Button kind="quiet" aria-label="Earlier match" onClick={() => step(-1)}>
            ↑
          </Button>
          <Button kind="quiet" aria-label="Later match" onClick={() => step(1)}>
            ↓
          </Button>
        </>
      )}
    </div>
  )
}

/** Of very many matches the server names only the newest. */
const sayFound = (total: number, named: number, at: number): string =>
  total === 0 ? 'Not found' : `${total - named + at + 1} of ${total}`
