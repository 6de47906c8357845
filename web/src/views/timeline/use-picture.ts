/** The picture of the shown run, made again as the run changes, but not so often that the page would stutter. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { planAtStart } from '../../../../src/core/run/run.ts'
import { useNow, useShownRun, type ShownRun } from '../../data/live/shown-run.tsx'
import { pictureOf, predict, type Picture } from './picture.ts'

/** The least milliseconds between two pictures, and the share of the time that may go into making them. */
const LEAST_PAUSE = 500
const SHARE = 0.1

export function usePicture(): Picture {
  const shown = useShownRun()
  const { run, version, mode } = shown
  const prediction = useMemo(
    () => predict(planAtStart(run), run.settings),
    // The plan at the start does not change with the run.
    [run.id, run.startedAt],
  )
  const second = Math.floor(useNow(1000) / 1000)
  const paint = (): Picture => pictureOf(run, momentOf(shown), prediction, isGoingOn(shown))
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
    // `paint` is another function each time; these are all the values that it reads.
  }, [run, version, mode, second, prediction])
  return picture
}

/** At a past moment, what the events up to then tell. */
const isGoingOn = ({ run, mode, conducted }: ShownRun): boolean =>
  mode === 'past' ? run.coordinator !== null : conducted

/** While no coordinator conducts a live run, its time stands still. null: the run has not begun. */
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
