import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { Game, OUTCOMES, planFrom, type Script } from '../../../test/played/play.ts'
import { commit, opened, openPull, playPublished, tell } from '../../../test/played/published.ts'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { laneName, taskId } from '../../core/value/ids.ts'
import { NOT_MEASURED, summarise } from '../../core/report/summary.ts'
import { explainTask } from '../../report-text/say-explain.ts'
import { nextSteps } from '../../report-text/say-next-steps.ts'
import { sayPulls } from '../../report-text/say-pulls.ts'
import { statusReport } from './say-status.ts'

const a = taskId('a')
let home: string

beforeEach(() => {
  const folder = tempFolder()
  home = folder.path
  onTestFinished(() => folder[Symbol.dispose]())
})

function begun(settings: Script = {}): Game {
  const estimate = { seconds: 600, from: 'file' } as const
  const plan = planFrom('a:\nb: a', { a: { issue: 123, name: 'Log in', estimate } })
  const game = new Game(plan, { isolation: 'worktree', ...settings })
  game.startAll()
  return game
}

/** The report three minutes later. */
const report = ({ run, now }: Game, isConducted = true): string =>
  statusReport(run, { now: now + 180_000, isConducted, home, colour: false })

/** Writes the session file in which the agent names its pull request. */
function tellPullRequest(): void {
  mkdirSync(join(home, 'sessions'))
  const session = JSON.stringify({ pullRequestUrl: 'https://forge.example/pull/42' })
  writeFileSync(join(home, 'sessions', '1-a-1.json'), session)
}

it('marks a task at work with [*]', () => {
  expect(report(begun())).toContain('[*] #123 - WORKING (3m) - Log in\n')
})

it('marks a stuck task with [!], and says the reason', () => {
  const game = begun()
  game.end(a, OUTCOMES.asked)
  expect(report(game)).toContain(`
Active Sessions (1):

[!] #123 - STUCK (3m) - Log in
    Reason: decision needed: How are tokens refreshed?
    Topic: Log in
    Options considered:
`)
})

it('marks finished work that is to be looked at with [+], and does not count it among what did not land', () => {
  const game = begun({ review: true })
  game.end(a, OUTCOMES.succeeded)
  expect(report(game)).toContain('To review (1):\n\n[+] #123 - READY - Log in')
  expect(report(game)).not.toContain('Not landed')
  const cancelled = begun({ review: true })
  cancelled.end(a, OUTCOMES.succeeded)
  cancelled.record([{ type: 'task-cancelled', task: a }])
  expect(report(cancelled)).toMatch(
    /CANCELLED - Log in\n {4}its work is kept: `conductor merge a` lands it, `conductor retry a` tries again$/,
  )
  tellPullRequest()
  expect(report(game)).toContain(
    '[+] #123 - PR READY - Log in\n    PR: https://forge.example/pull/42',
  )
})

const CONFLICT = { is: 'conflict', base: 'main', files: [] } as const

it.each([
  ['its checks passed', { ci: 'pass' }, null, '[+] a - PR READY'],
  ['its checks are running', { ci: 'pending' }, null, '[*] a - PR OPEN'],
  ['the forge shows an older commit', { headCommit: commit('b') }, null, '[*] a - PR OPEN'],
  ['it cannot be put on its base', { ci: 'pass' }, CONFLICT, '[!] a - PR STUCK'],
  ['it was merged', { state: 'merged' }, CONFLICT, '[+] a - PR MERGED'],
  ['it was closed', { state: 'closed' }, null, '[-] a - PR CLOSED'],
] as const)('says the same of a pull request in each section: %s', (_, sight, trouble, says) => {
  const game = playPublished('a:')
  openPull(game, 'task-a', sight)
  tell(game, { type: 'pull-troubled', lane: laneName('task-a'), trouble })
  const words = report(game, false).match(/PR [A-Z]+/g)!
  expect(report(game, false).includes('ready for review')).toBe(says.endsWith('READY'))
  const section = /MERGED|CLOSED/.test(says)
    ? 'Pull requests that need nothing more (1)'
    : 'Active Sessions (1)'
  expect(report(game, false)).toContain(`${section}:\n\n${says}`)
  expect(new Set(words)).toEqual(new Set([says.slice(says.indexOf('PR'))]))
})

it('says what helps with a stuck pull request, and so does the end of the run', () => {
  const game = playPublished('a:')
  openPull(game, 'task-a', { ci: 'fail' })
  const fix = 'What helps: Push a fix to task-a, or answer there; Conductor follows.'
  expect(report(game, false)).toContain(`\n    ${fix}\n    conductor pr a`)
  tell(game, { type: 'pull-troubled', lane: laneName('task-a'), trouble: CONFLICT })
  const helps = 'What helps: merge main into task-a yourself and push task-a; '
  expect(report(game, false)).toContain(`in \n    ${helps}`)
  const steps = nextSteps(game.run, summarise(game.run, NOT_MEASURED), game.now)
  expect(steps.filter((line) => line.includes(helps))).toHaveLength(1)
})

it('says how a ready pull request is reviewed and merged where it has no page', () => {
  const game = playPublished('a:')
  game.record(opened('task-a', 7, { url: '' }))
  const step =
    'Review it. To merge it, merge origin/task-a into main and push main. Conductor follows.'
  const ways =
    /conductor pr approve a +approve it\n +conductor pr request-changes a "..." +say what/
  for (const text of [report(game, false), sayPulls(game.run, null, false)]) {
    expect(text).toContain(step)
    expect(text).toMatch(ways)
  }
  const feedback = [{ id: '1', by: 'ann', kind: 'comment', line: 'Please' }] as const
  game.record(
    opened('task-a', 7, { url: '', review: 'changes-requested', feedback, state: 'merged' }),
  )
  expect(sayPulls(game.run, null, false)).toMatch(
    /\n\[\+\] task-a #7 - merged - task-a\n.*task-a -> main$/,
  )
})

it('has no empty section of sessions', () => {
  expect(report(playPublished('a:'), false)).not.toContain('Active Sessions')
})

it('says of what is landing that it is on its way, and not that it did not land', () => {
  const game = begun()
  game.end(a, OUTCOMES.succeeded)
  expect(report(game)).toContain(
    'Landing (1):\n\n[>] #123 - LANDING (3m) - Log in: waits to be merged',
  )
  expect(report(game)).not.toContain('Not landed')
})

it('marks a conflict with [!] and the reason, and with nothing else, whatever its agent says', () => {
  const game = begun()
  tellPullRequest()
  game.end(a, OUTCOMES.succeeded)
  game.land(a, 'conflict', false)
  expect(report(game)).toContain(
    'Not landed:\n\n[!] #123 - NEEDS YOU - Log in\n    Reason: conflicts in a.txt',
  )
  expect(report(game)).not.toContain('[+]')
})

it('is not disturbed by what an agent is just writing into its session', () => {
  const game = begun()
  tellPullRequest()
  writeFileSync(join(home, 'sessions', '1-a-1.json'), '{"pullRequest')
  game.end(a, OUTCOMES.succeeded)
  expect(report(game)).not.toContain('PR READY')
})

it.each([
  ['failed', 'conductor retry a     retry it, and then the tasks that depend on it'],
  ['asked', 'conductor guide a "..."    answer'],
] as const)('explains what to type about a task that %s', (outcome, way) => {
  const game = begun({ isolation: 'none' })
  game.end(a, OUTCOMES[outcome])
  const view = { now: game.now, isConducted: true }
  expect(explainTask(game.run, a, { ...view, folder: null })).toContain(`\n  ${way}`)
})

it('says what lands unchecked, and that nothing is checked only when that is so', () => {
  const landing = (checks: Readonly<Record<string, string>>): string => {
    const tasks = Object.fromEntries(Object.entries(checks).map(([id, check]) => [id, { check }]))
    const game = new Game(planFrom('a:\nb: a', tasks), { isolation: 'worktree' })
    game.startAll()
    return report(game)
  }
  expect(landing({})).toContain('; NOTHING IS CHECKED before it lands')
  expect(landing({ a: 'true' })).toContain(
    '; 0 checks passed, 0 failed; NOT CHECKED before landing: 1 task without a `check`',
  )
  expect(landing({ a: 'true', b: 'true' })).not.toContain('CHECKED')
})

it('promises no end of a run that is being cancelled or stopped', () => {
  const cancelled = begun()
  cancelled.record([{ type: 'run-cancelled' }])
  expect(report(cancelled)).toMatch(/^Run 1 - cancelling - 0 of 2 tasks landed\n/)
  const stopped = begun()
  stopped.record([{ type: 'coordinator-stopping' }])
  expect(report(stopped)).toMatch(/^Run 1 - stopping - 0 of 2 tasks landed\n/)
})

it('says of a run whose coordinator went away while it was being cancelled how to finish that', () => {
  const game = begun()
  game.record([{ type: 'run-cancelled' }])
  expect(report(game, false)).toMatch(
    /^Run 1 - stopped while it was being cancelled - 0 of 2 tasks landed\nFinish cancelling it with: conductor resume\n/,
  )
  expect(report(game, false)).not.toContain('try it again')
})
