/** Creates every situation and types its hint, in a process of its own. Prints the hints that did not work. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openPlaces, type Places } from '../combined/place.ts'
import { SITUATIONS, type Situation } from '../combined/situations.ts'
import { typed, type Typed } from '../combined/typed.ts'
import { typedWordsOf } from '../combined/words.ts'

const only = process.argv[2]
for (const name of Object.keys(process.env))
  if (name.startsWith('CONDUCTOR_')) delete process.env[name]
using places = openPlaces()

for (const situation of SITUATIONS) {
  if (only !== undefined && !`${situation.from} ${situation.hint}`.includes(only)) continue
  const wrong = await whatIsWrong(situation, places)
  if (wrong !== null) process.exitCode = 1
  if (wrong !== null) console.log(`${situation.from}: ${situation.hint}\n${wrong}\n`)
}

interface Kept {
  readonly running: Promise<Typed>
  /** How the run is made to end; null: by a signal. */
  readonly end: (() => void) | null
}

async function whatIsWrong(situation: Situation, places: Places): Promise<string | null> {
  // All have the same path, so that a situation can be brought back: see bring-place-back.ts.
  using place = places.open('here')
  const kept: Kept[] = []
  try {
    const printed = await situation.said(place, (running, end) => kept.push({ running, end }))
    if (!printed.includes(situation.hint)) return `it was not said:\n${printed}`
    situation.first?.(place)
    const { code, stdout, stderr } = await typeIt(situation)
    const expected = situation.code ?? 0
    return code === expected
      ? null
      : `exit code ${code} instead of ${expected}:\n${stdout}${stderr}`
  } catch (error) {
    return (error as Error).stack ?? String(error)
  } finally {
    if (kept.length > 0) await endAll(kept, situation.stays === true)
  }
}

async function typeIt({ hint, fill, stays }: Situation): Promise<Typed> {
  const typing = typed(...typedWordsOf(hint, fill))
  if (stays !== true) return typing
  // A command that has only begun does not listen yet; a second signal would end this process.
  const ending = setInterval(() => {
    if (process.listenerCount('SIGTERM') === 0) return
    clearInterval(ending)
    process.emit('SIGTERM')
  }, 300)
  return typing.finally(() => clearInterval(ending))
}

/** One signal at most: a second would end this process. */
async function endAll(kept: readonly Kept[], wereTold: boolean): Promise<void> {
  for (const { end } of kept) end?.()
  const over = Promise.all(kept.map(({ running }) => running))
  const endsItself = kept.every(({ end }) => end !== null)
  const isOver =
    endsItself && (await Promise.race([over.then(() => true), sleep(1000).then(() => false)]))
  if (!isOver && !wereTold) process.emit('SIGINT')
  await over
}
