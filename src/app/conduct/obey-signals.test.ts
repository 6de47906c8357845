import { expect, it, onTestFinished } from 'vitest'
import { until } from '../../../test/until.ts'
import { obeySignals } from './obey-signals.ts'

/** Records what is called of a coordinator that never comes to its end. */
function broken(patienceMilliseconds: number) {
  const did: string[] = []
  const controls = {
    conducting: { stop: () => void did.push('stop') },
    kill: () => void did.push('kill'),
  }
  const { close } = obeySignals(controls, {
    patienceMilliseconds,
    leave: (code) => void did.push(`leave ${code}`),
    say: (text) => void did.push(text),
  })
  onTestFinished(close)
  return { did, close }
}

it('the first signal is obeyed though nothing below ever ends', async () => {
  const { did } = broken(50)
  process.emit('SIGTERM')
  expect(did).toEqual(['stop'])
  await until('it has left', () => did.length === 4)
  expect(did).toEqual([
    'stop',
    expect.stringMatching(/did not end in time.*conductor resume/),
    'kill',
    'leave 130',
  ])
})

it('the second signal is obeyed at once, and what stops in time is left alone', () => {
  const twice = broken(60_000)
  process.emit('SIGINT')
  process.emit('SIGINT')
  expect(twice.did).toEqual(['stop', 'kill', 'leave 130'])
  twice.close()
  process.emit('SIGHUP')
  expect(twice.did).toHaveLength(3)
})
