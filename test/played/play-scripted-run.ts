/** Plays a scripted run in real time, with outputs like those of a coding agent. */
import { taskId } from '../../src/core/value/ids.ts'
import { makeTask, type Plan } from '../../src/core/plan/plan.ts'
import { nothingLeft, openAttempts, taskOf } from '../../src/core/run/run.ts'
import type { ScriptedRun } from './scripted-live-run.ts'

const AREAS = ['auth', 'billing', 'catalog', 'checkout', 'search', 'admin', 'mail', 'metrics']
const DEEDS = [
  ['schema', 'Write the tables and their migration'],
  ['api', 'Serve it over HTTP'],
  ['page', 'Show it in the browser'],
  ['tests', 'Test it from end to end'],
  ['docs', 'Explain it to those who use it'],
] as const
const SAYINGS = [
  'Reading src/{area}/index.ts',
  'The handler does not check the session; adding a guard before line 42',
  '\x1b[32m✓\x1b[39m src/{area}/{area}.test.ts (12 tests) 340ms',
  'Edit src/{area}/routes.ts (+14 -3)',
  '$ npm test -- {area}',
  'Searching for callers of create{area}() in 214 files',
  'npm warn deprecated inflight@1.0.6: this module is not supported',
  '設計を確認しています… 変更は3ファイルです',
]

export function demoPlan(count: number, seconds: number): Plan {
  const tasks = Array.from({ length: count }, (_, i) => {
    const area = AREAS[Math.floor(i / DEEDS.length) % AREAS.length]!
    const [deed, name] = DEEDS[i % DEEDS.length]!
    const round = Math.floor(i / (AREAS.length * DEEDS.length))
    const prefix = round === 0 ? area : `${area}${round + 1}`
    const before = i % DEEDS.length
    return makeTask({
      id: taskId(`${prefix}-${deed}`),
      name: `${area[0]!.toUpperCase()}${area.slice(1)}: ${name.toLowerCase()}`,
      work: { is: 'prompt', text: name },
      dependencies: before > 0 && before < 4 ? [taskId(`${prefix}-${DEEDS[before - 1]![0]}`)] : [],
      estimate: { seconds: seconds * (1 + (i % 3) / 2), from: 'file' },
      files: deed === 'docs' ? ['README.md'] : [`src/${prefix}/${deed}.ts`],
      needsHuman: i % 23 === 22,
    })
  })
  return { name: 'shop', tasks, groups: [] }
}

/** Returns a function that stops it. */
export function playOn(
  live: ScriptedRun,
  { updatesPerSecond }: { readonly updatesPerSecond: number },
): () => void {
  let beat = 0
  const step = (): void => {
    const run = live.at(Date.now()).current()
    beat++
    live.startAll()
    for (const { task, startedAt, worker } of openAttempts(run)) {
      const area = task.split('-')[0]!
      const saying = SAYINGS[(beat + worker * 3) % SAYINGS.length]!
      live.say(task, `${saying.replaceAll('{area}', area)} ${beat}`)
      if (Date.now() - startedAt < taskOf(run, task).estimate.seconds * 1000) continue
      const unlucky = (task.length * 7 + worker) % 11 === 0
      if (unlucky) live.fail(task, 1, ['AssertionError: expected 401 to be 200'])
      else live.land(task)
    }
    if (nothingLeft(run)) clearInterval(timer)
  }
  const timer = setInterval(step, 1000 / updatesPerSecond)
  return () => clearInterval(timer)
}
