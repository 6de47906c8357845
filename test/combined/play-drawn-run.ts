/** Plays a drawn run as a user would: starts it, interrupts it, then types its hints until no need is left. */
import { writeFileSync } from 'node:fs'
import type { NeedDocument } from '../../src/core/report/attention-document.ts'
import { differ, disagreements } from './compare.ts'
import { taskFileOf, type DrawnRun } from './drawn-run.ts'
import { readIn } from '../repository/git-in.ts'
import { interfere, letGo } from './interfere.ts'
import { endsOf, exitCodeOf, isBegun, RUN, type Done } from './oracle.ts'
import { prepare, waysFor } from './person.ts'
import type { Place } from './place.ts'
import { Disagreement, must, type Play } from './play.ts'
import { lookAt, type Surfaces } from './surfaces.ts'
import { typed, type Typed } from './typed.ts'

/** Throws a Disagreement; `story` then holds the commands that led to it. */
export async function playDrawnRun(run: DrawnRun, place: Place, story: string[]): Promise<void> {
  const done = new Map([RUN, ...run.tasks.map(({ id }) => id)].map((id) => [id, new Set<Done>()]))
  const type = (...words: readonly string[]): Promise<Typed> => {
    story.push(`conductor ${words.map(quoted).join(' ')}`)
    return inTime(typed(...words), words)
  }
  const play: Play = { run, place, done, story, type }
  writeFileSync('tasks.yaml', taskFileOf(run))
  let ended = await begin(play)
  for (let step = 0; step < MOST_STEPS; step++) {
    const seen = await compared(play, ended)
    mustHaveSaid(ended, seen)
    const need = seen.attention[run.taste[step % run.taste.length]! % seen.attention.length]
    if (need === undefined) return finish(play, seen, ended)
    ended = await takeWay(play, need, step)
  }
  throw new Disagreement(`there is no end to it after ${MOST_STEPS} steps`)
}

const MOST_STEPS = 16

const quoted = (word: string): string => (/^[\w./-]+$/.test(word) ? word : `"${word}"`)

/** Types the first command, and does what the user does meanwhile. */
async function begin(play: Play): Promise<Typed> {
  const { run, done } = play
  const words = [
    'run',
    'tasks.yaml',
    ...(run.isolation === 'none' ? ['--isolation', 'none'] : []),
    ...(run.shown === 'web' ? [] : [run.shown]),
  ]
  const { meanwhile } = run
  if (meanwhile === null || !isBegun(endsOf(run, done).get(meanwhile.at)!))
    return play.type(...words)
  return interfere(play, meanwhile, words)
}

/** Compares all surfaces with how the run must stand. */
async function compared(play: Play, ended: Typed): Promise<Surfaces> {
  const seen = await lookAt(play.place)
  must([
    ...disagreements(play, seen),
    ...differ('the exit code', exitCodeOf(endsOf(play.run, play.done)), ended.code),
  ])
  return seen
}

/** When there is no need any more, the run must be over, and the printed commands must show its work and bring it. */
async function finish(play: Play, { status }: Surfaces, { stdout }: Typed): Promise<void> {
  const { run, place, story, type } = play
  must(status.status === 'stopped' ? ['nobody is needed, but the run is not over'] : [])
  const looks = [...stdout.matchAll(/^Look at the result: +git (.+)$/gm)].map(([, words]) => words!)
  for (const words of looks) {
    story.push(`git ${words}`)
    place.git(...words.split(' '))
  }
  if (!/^Take it: +conductor take$/m.test(stdout)) return
  must(differ('exit code of take --merge', 0, (await type('take', '--merge')).code))
  must(run.tasks.flatMap(({ id }) => missing(id)))

  function missing(id: string): readonly string[] {
    const isLanded = status.results.find((result) => result.id === id)!.status === 'landed'
    const isThere = readIn(place.repository, `${id}.txt`) === `${id}\n`
    const does = run.tasks.find((task) => task.id === id)!.does
    return isLanded && !isThere && does !== 'nothing'
      ? [`${id} has landed, and take --merge did not bring it`]
      : []
  }
}

/** At its end a run must say how it stands, and what to type. */
function mustHaveSaid({ stdout }: Typed, { attention, summary }: Surfaces): void {
  if (stdout.startsWith('{'))
    return must(differ('what --json printed', summary, JSON.parse(stdout)))
  const { landed, total } = summary!.tasks
  const texts = [
    `${landed} of ${total} task${total === 1 ? '' : 's'} landed`,
    ...attention
      .filter(({ urgent }) => urgent)
      .filter(({ kind }, i, all) => kind !== 'task-failed' || isOneOfFirst(3, i, all))
      .flatMap(({ ways }) => ways.map(({ command }) => command)),
  ]
  must(texts.filter((text) => !stdout.includes(text)).map((text) => `the run did not say: ${text}`))
}

/** When many tasks have failed, only the first few are printed in full. */
const isOneOfFirst = (few: number, i: number, all: readonly NeedDocument[]): boolean =>
  all.slice(0, i).filter(({ kind }) => kind === 'task-failed').length < few

/** Types all ways that only look, then one that changes the run. */
async function takeWay(play: Play, need: NeedDocument, step: number): Promise<Typed> {
  const { looks, moves } = waysFor(need, play)
  for (const words of looks)
    must(differ(`exit code of ${words.join(' ')}`, 0, (await play.type(...words)).code))
  const move = moves[play.run.taste[(step + 1) % play.run.taste.length]! % moves.length]
  if (move === undefined)
    throw new Disagreement(`nothing can be done about ${need.task} (${need.kind})`)
  prepare(play, need, move)
  return play.type(...move, ...(step % 2 === 1 ? ['--json'] : []))
}

const LONGEST = 120_000

async function inTime(typing: Promise<Typed>, words: readonly string[]): Promise<Typed> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), LONGEST)
  const ended = await Promise.race([typing, late])
  clearTimeout(timer)
  if (ended !== null) return ended
  await letGo(typing)
  throw new Disagreement(
    `conductor ${words.join(' ')} did not end within ${LONGEST / 1000} seconds`,
  )
}
