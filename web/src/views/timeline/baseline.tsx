/** Two bars: the time of the run, and the time its tasks would take one after another. */
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import type { Comparison } from './picture.ts'
import { isKnown } from './say-times.ts'
import './baseline.css'

const WORDS: Readonly<Record<Comparison['is'], string>> = {
  predicted: 'predicted',
  expected: 'expected',
  'at-least': 'at least',
  'so-far': 'so far',
  measured: '',
}

export function Baseline({
  comparison: { is, seconds, inSequence, agents },
}: {
  readonly comparison: Comparison
}) {
  // Nothing landed, so there is nothing to compare.
  if (isKnown(is) && inSequence === 0) return null
  const longest = Math.max(seconds, inSequence, 0.001)
  return (
    <dl className="baseline" aria-label="Compared with one task after another">
      <Length
        name={`With ${sayCount(agents, 'agent')}`}
        kind="parallel"
        share={seconds / longest}
        words={`${formatDuration(seconds)} ${WORDS[is]}`}
      />
      <Length
        name="One after another"
        kind="sequence"
        share={inSequence / longest}
        words={formatDuration(inSequence)}
      />
    </dl>
  )
}

interface LengthProps {
  readonly name: string
  readonly kind: 'parallel' | 'sequence'
  readonly share: number
  readonly words: string
}

function Length({ name, kind, share, words }: LengthProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={`baseline-bar ${kind}`} style={{ flexBasis: `${share * 100}%` }} />
        <span className="baseline-words">{words}</span>
      </dd>
    </div>
  )
}
