import { expect, it } from 'vitest'
import type { FromBrowser } from '../../../../src/server/live/messages.ts'
import { plainTracker } from '../../../../test/played/tracker-notation.ts'
import { watchTracker } from './watched-tracker.ts'

const TRACKER = plainTracker({})

function place() {
  const sent: FromBrowser['type'][] = []
  const heard: string[] = []
  const tracker = watchTracker(({ type }) => sent.push(type))
  return { sent, heard, tracker, watch: (name: string) => tracker.watch(() => heard.push(name)) }
}

it('asks for the tracker while something shows it, once for all', () => {
  const { sent, heard, tracker, watch } = place()
  const [stopFirst, stopSecond] = [watch('first'), watch('second')]
  tracker.heard(TRACKER)
  expect(heard).toEqual(['first', 'second'])
  stopFirst()
  expect(sent).toEqual(['watch-tracker'])
  stopSecond()
  stopSecond()
  expect(sent).toEqual(['watch-tracker', 'unwatch-tracker'])
})

it('asks again after a reconnection, if it is still shown', () => {
  const { sent, tracker, watch } = place()
  tracker.resume()
  expect(sent).toEqual([])
  const stop = watch('first')
  tracker.resume()
  stop()
  tracker.resume()
  expect(sent).toEqual(['watch-tracker', 'watch-tracker', 'unwatch-tracker'])
})
