/** A slider over the time of a run, and a button that plays it. */
import { useEffect, useState } from 'react'
import { sayLast } from '../../../../src/core/say/say-event.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { formatDuration } from '../../../../src/core/value/duration.ts'
import { useShortcuts } from '../../parts/keys/shortcuts.ts'
import { Button } from '../../parts/button.tsx'
import type { Replay } from './replay.ts'

export interface ScrubberProps {
  readonly replay: Replay
  /** The number of events that have happened at the moment shown. */
  readonly count: number
  /** The run at the moment shown. */
  readonly run: Run
  readonly onMove: (count: number) => void
}

const SPEEDS = [1, 10, 60] as const
const FRAME = 100
/** Between two events with words there are seldom more without any. */
const MOST_SEARCHED = 100

/** How many events a key moves. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
}

export function Scrubber({ replay, count, run, onMove }: ScrubberProps) {
  const [speed, setSpeed] = useState<number>(10)
  const [isPlaying, setPlaying] = useState(false)
  const { events } = replay
  const [first, last, now] = [events[0]!.at, events.at(-1)!.at, events[count - 1]!.at]
  const isAtEnd = count === events.length
  usePlaying(isPlaying && !isAtEnd, speed, { replay, from: now, onMove })
  const play = (): void => {
    if (isAtEnd) onMove(1)
    setPlaying(isAtEnd || !isPlaying)
  }
  const step = (by: number): void => {
    setPlaying(false)
    onMove(Math.min(Math.max(count + by, 1), events.length))
  }
  useShortcuts([
    { keys: ' ', label: 'Play or pause', group: 'Replay', run: play },
    { keys: '.', label: 'Next event', group: 'Replay', run: () => step(1) },
    { keys: ',', label: 'Previous event', group: 'Replay', run: () => step(-1) },
  ])
  return (
    <div className="scrubber">
      <Button onClick={play}>{isPlaying && !isAtEnd ? '‖ Hold' : '▶ Play'}</Button>
      <label>
        <span className="unseen">Speed</span>
        <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
          {SPEEDS.map((times) => (
            <option key={times} value={times}>
              {times} times
            </option>
          ))}
        </select>
      </label>
      <input
        type="range"
        aria-label="Moment of the run"
        aria-valuetext={`${formatDuration((now - first) / 1000)} after the start`}
        min={0}
        max={Math.max(last - first, 1)}
        value={now - first}
        onChange={(event) => {
          setPlaying(false)
          onMove(replay.countAt(first + Number(event.target.value)))
        }}
        onKeyDown={(event) => {
          const by = STEPS[event.key]
          if (by === undefined) return
          // The browser would step by a millisecond, in which nothing happens.
          event.preventDefault()
          step(by)
        }}
      />
      <output>
        {formatDuration((now - first) / 1000)} of {formatDuration((last - first) / 1000)}
        <span className="quiet cut">
          {sayLast(events.slice(Math.max(0, count - MOST_SEARCHED), count), run)}
        </span>
      </output>
    </div>
  )
}

interface Playing {
  readonly replay: Replay
  /** The moment from which it plays. */
  readonly from: number
  readonly onMove: (count: number) => void
}

/** The replay follows the clock from when it was started; it does not wait for slow frames. */
function usePlaying(isOn: boolean, speed: number, { replay, from, onMove }: Playing): void {
  useEffect(() => {
    if (!isOn) return
    const began = performance.now()
    const timer = setInterval(
      () => onMove(replay.countAt(from + (performance.now() - began) * speed)),
      FRAME,
    )
    return () => clearInterval(timer)
    // `from` changes with every frame, but counts only at the start.
  }, [isOn, speed, replay, onMove])
}
