/** The coordinator may be killed at any moment, any number of times. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { foldRun } from '../../src/core/run/apply-event.ts'
import { eventsIn, folder, processesOf } from '../conductor.ts'
import { howMany } from '../thorough.ts'

const KILLS = howMany(8, 50)
const TASKS = howMany(50, 200)
const LAYERS = 10

it(`finishes ${TASKS} tasks over ${KILLS} kills, forgets none and repeats none that had ended`, async () => {
  await using place = folder({ 'tasks.yaml': layeredPlan() })
  let kills = 0
  for (let i = 0; kills < KILLS && i < 4 * KILLS; i++) {
    const run = place.start(
      ...(i === 0 ? ['run', 'tasks.yaml', '-p', '4', '--no-ui'] : ['resume', '--no-ui']),
    )
    await run.says(/started \(agent/).catch(() => {})
    await sleep(Math.random() * 60)
    if (run.child.exitCode !== null) break
    run.signal('SIGKILL')
    await run.done
    kills++
  }
  const last = await place.conductor('resume', '--no-ui')
  expect(last.stdout + last.stderr).toMatch(
    new RegExp(`${TASKS} of ${TASKS} tasks landed|is over \\(completed\\)`),
  )
  expect(kills).toBe(KILLS)

  const events = eventsIn(place.path)
  const run = foldRun(events)!
  expect(run.counts.landed).toBe(TASKS)
  expect(run.ended?.status).toBe('completed')

  // In the events each task lands once, and no attempt starts after that.
  const landings = events.filter((event) => event.type === 'task-landed')
  expect(new Set(landings.map((event) => event.task)).size).toBe(TASKS)
  expect(landings).toHaveLength(TASKS)
  const landedAt = new Map(landings.map((event) => [event.task, event.sequence]))
  const late = events.filter(
    (event) => event.type === 'attempt-started' && event.sequence > landedAt.get(event.task)!,
  )
  expect(late).toEqual([])

  // In the file that the tasks wrote, each line is an attempt of the run, and every task has one that succeeded.
  const lines = readFileSync(join(place.path, 'counter'), 'utf8').trim().split('\n')
  expect(new Set(lines).size).toBe(lines.length)
  for (const attempt of lines) expect(run.attempts.has(attempt as never)).toBe(true)
  for (const { id } of run.plan.tasks) {
    const finished = run.attemptsOf
      .get(id)!
      .map((a) => run.attempts.get(a)!)
      .filter((a) => a.ended?.outcome.is === 'succeeded')
    expect(finished).toHaveLength(1)
    expect(lines).toContain(finished[0]!.id)
  }
  expect(processesOf(place.path)).toEqual([])
}, 240_000)

/** Ten layers of as many tasks; each task appends its attempt to the counter file, then sleeps a little. */
function layeredPlan(): string {
  const width = TASKS / LAYERS
  const tasks = Array.from({ length: TASKS }, (_, i) => {
    const layer = Math.floor(i / width)
    const after =
      layer === 0
        ? ''
        : `, dependencies: [t${i - width}, t${(layer - 1) * width + ((i * 7) % width)}]`.replace(
            /\[(\w+), \1\]/,
            '[$1]',
          )
    return `  - {id: t${i}, run: "echo $CONDUCTOR_ATTEMPT >> counter; sleep 0.0${2 + (i % 5)}"${after}}`
  })
  return ['tasks:', ...tasks, ''].join('\n')
}
