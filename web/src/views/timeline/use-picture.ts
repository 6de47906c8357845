/** The picture of the shown run, made anew as it moves, but never so often that the page would stutter. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { planAtStart } from '../../../../src/core/run/run.ts'
import { useNow, useShownRun, type ShownRun } from '../../data/live/shown-run.tsx'
import { pictureOf, predict, type Picture } from './picture.ts'

/** Milliseconds between two pictures, and how much of the time may go into making them. */
const LEAST_PAUSE = 500
const SHARE = 0.1

export function usePicture(): Picture {
  const shown = useShownRun()
  const { run, version, mode } = shown
  const prediction = useMemo(
    () => predict(planAtStart(run), run.settings),
    // However the run moves, it began once.
    [run.id, run.startedAt],
  )
  const second = Math.floor(useNow(1000) / 1000)
  const paint = (): Picture => pictureOf(run, momentOf(shown), prediction)
  const [picture, setPicture] = useState(paint)
  const last = useRef({ at: 0, cost: 0 })
  useEffect(() => {
    const pause = mode === 'past' ? 0 : Math.max(LEAST_PAUSE, last.current.cost / SHARE)
    const wait = Math.max(0, last.current.at + pause - performance.now())
    const timer = setTimeout(() => {
      const began = performance.now()
      setPicture(paint())
      last.current = { at: performance.now(), cost: performance.now() - began }
    }, wait)
    return () => clearTimeout(timer)
    // `paint` is another one each time; it is these that it sees.
  }, [run, version, mode, second, prediction])
  return picture
}

/** When nobody conducts a run, time stands still for it. null: it has not begun. */
function momentOf({ run, mode, conducted, now }: ShownRun): number | null {
  switch (mode) {
    case 'plan':
      return null
    case 'past':
      return now()
    case 'live':
      return conducted ? now() : run.lastEventAt
  }
}
