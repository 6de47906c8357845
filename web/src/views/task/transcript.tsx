/** The transcript of an attempt, as it is printed. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { attemptsAt, type Attempt } from '../../../../src/core/run/run.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { shownText, wantedLines, type TranscriptLine } from './transcript-lines.ts'
import { useTranscript } from './use-transcript.ts'
import './transcript.css'

const LINE_HEIGHT = 20

export function Transcript({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const { get, change } = useAddress()
  const attempts = attemptsAt(run, task)
  const wanted = Number(get('attempt'))
  const attempt = attempts.find(({ number }) => number === wanted) ?? attempts.at(-1)
  if (attempt === undefined)
    return (
      <p className="quiet loading">
        It has not been started yet. The output of its agent will appear here.
      </p>
    )
  const choose = (number: number): void => change({ attempt: String(number) })
  return <Output key={attempt.id} attempt={attempt} attempts={attempts} onChoose={choose} />
}

interface OutputProps {
  readonly attempt: Attempt
  readonly attempts: readonly Attempt[]
  readonly onChoose: (number: number) => void
}

function Output({ attempt, attempts, onChoose }: OutputProps) {
  const { lines, dropped } = useTranscript(attempt.id)
  const [words, setWords] = useState('')
  const [full, setFull] = useState(false)
  const shown = useMemo(() => wantedLines(lines, { words, full }), [lines, words, full])
  const hasFolded = useMemo(() => lines.some(({ kind }) => kind === 'tool'), [lines])
  return (
    <div className="transcript">
      <div className="transcript-tools">
        {attempts.length > 1 && (
          <label>
            Try{' '}
            <select
              value={attempt.number}
              onChange={(event) => onChoose(Number(event.target.value))}
            >
              {attempts.map(({ number }) => (
                <option key={number}>{number}</option>
              ))}
            </select>
          </label>
        )}
        <input
          className="search"
          type="search"
          aria-label="Find in the transcript"
          placeholder="Find …"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {hasFolded && (
          <label>
            <input
              type="checkbox"
              checked={full}
              onChange={(event) => setFull(event.target.checked)}
            />{' '}
            Whole input and output of tools
          </label>
        )}
        <span className="quiet">
          {shown.length === lines.length
            ? `${lines.length} lines`
            : `${shown.length} of ${lines.length} lines`}
          {dropped > 0 && `, ${dropped} older ones are not shown`}
        </span>
      </div>
      <Lines lines={shown} isOver={attempt.ended !== null} />
    </div>
  )
}

function Lines({
  lines,
  isOver,
}: {
  readonly lines: readonly TranscriptLine[]
  readonly isOver: boolean
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [follows, setFollows] = useState(true)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  })
  useEffect(() => {
    if (follows && lines.length > 0) virtual.scrollToIndex(lines.length - 1, { align: 'end' })
  }, [follows, lines.length, virtual])
  return (
    <div
      ref={scroller}
      className="transcript-lines"
      role="log"
      aria-label="Transcript"
      aria-live="off"
      // Tab must reach it, so that keys can scroll it.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        setFollows(scrollHeight - scrollTop - clientHeight < 2 * LINE_HEIGHT)
      }
    >
      {lines.length === 0 && (
        <p className="quiet">{isOver ? 'It printed nothing.' : 'Nothing yet.'}</p>
      )}
      <div className="transcript-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            className="transcript-line"
            data-kind={lines[index]!.kind}
            style={{ transform: `translateY(${start}px)` }}
          >
            {shownText(lines[index]!)}
          </div>
        ))}
      </div>
    </div>
  )
}
