/**
 * The whole loop of pull requests is killed with SIGKILL at random moments, and nothing is opened twice, overwritten or
 * lost. `PULL_KILLS=200 PULL_SEED=7` kills more often, and at other moments.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { markIn } from '../../src/core/forge/pull-text.ts'
import { foldRun } from '../../src/core/run/apply-event.ts'
import type { Run } from '../../src/core/run/run.ts'
import { eventsIn, processesOf, type RepositoryFolder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { cloneOf, pullsIn } from '../scripted/github-clone.ts'
import { startGithub, type Github } from '../scripted/github/start-github.ts'
import type { Pull } from '../scripted/github/state/model.ts'
import { until } from '../until.ts'

const KILLS = Number(process.env['PULL_KILLS'] ?? 2)
const SEED = Number(process.env['PULL_SEED'] ?? 1)

/** An attempt that was killed is done again, so each task writes the same file every time. */
const AGENT = 'seq 9 | sed "s/^/$CONDUCTOR_TASK /" > "$CONDUCTOR_TASK.txt"'
const LANES = { api: 'issue-11', page: 'issue-12', docs: 'issue-13' }
type Lane = keyof typeof LANES

it(
  'killed at any moment, no lane gets a second pull request, and all work is there in the end',
  { timeout: 120_000 + KILLS * 20_000 },
  async () => {
    const chance = chanceFrom(SEED)
    const tally = new Map<string, number>()
    const killed = (): number => [...tally.values()].reduce((sum, count) => sum + count, 0)
    for (let number = 0; killed() < KILLS; number++) {
      await using story = await beginStory(chance, KILLS - killed())
      await tell(story, KILLS < 20 ? SHORT : number % 2 === 0 ? LONG_FROM_RUN : LONG_FROM_PR)
      for (const [command, count] of story.kills)
        tally.set(command, (tally.get(command) ?? 0) + count)
      if (KILLS >= 20) console.log(`${killed()} kills:`, Object.fromEntries(tally))
    }
    expect(killed()).toBe(KILLS)
  },
)

/** The same numbers between 0 and 1 for the same seed. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Story extends AsyncDisposable {
  readonly chance: () => number
  readonly github: Github
  readonly shop: RepositoryFolder
  /** How often each command was killed. */
  readonly kills: Map<string, number>
  readonly most: number
  /** Commits of people, by the branch that must have them. */
  readonly theirs: Map<string, string>
  /** Tasks whose work has to be published, by their lane. */
  readonly work: Map<string, Lane>
  readonly before: { readonly head: string; readonly status: string }
}

async function beginStory(chance: () => number, most: number): Promise<Story> {
  const github = await startGithub({ mergeability: 'at-once' })
  const shop = cloneOf(github, { agent: AGENT })
  const ann = github.person('ann')
  const theirs = new Map([['elsewhere', await ann.push('elsewhere', { 'a.txt': 'of ann' })]])
  // A name that a lane would take.
  if (chance() < 0.3) theirs.set('issue-13', await ann.push('issue-13', { 'b.txt': 'of ann' }))
  return {
    chance,
    github,
    shop,
    kills: new Map(),
    most,
    theirs,
    work: new Map([
      ['api', 'api'],
      ['page', 'page'],
      ['docs', 'docs'],
    ]),
    before: standing(shop),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      await github[Symbol.asyncDispose]()
    },
  }
}

const standing = (shop: RepositoryFolder): Story['before'] => ({
  head: shop.git('rev-parse', 'HEAD'),
  status: shop.git('status', '--porcelain', '--untracked-files=no'),
})

/** What happens on GitHub, and the command that is killed after it. */
interface Step {
  readonly happens: (story: Story) => Promise<unknown>
  readonly command: readonly string[]
}

const RUN = ['run', 'tasks.yaml', '--pr', '--no-ui']
const SYNC = ['pr', 'sync', '--no-ui']

const merged = (story: Story): Promise<unknown> =>
  story.github.person('ann').merge(pullOfLane(story, 'api').number, 'squash')

async function redCi(story: Story): Promise<void> {
  story.github.ci(pullOfLane(story, 'docs').number).set('build', 'failure', { log: 'no' })
  story.work.set('docs-answer-1', 'docs')
}

async function comment(story: Story): Promise<void> {
  await story.github.person('ann').comment(pullOfLane(story, 'page').number, 'Rename it.')
  story.work.set('page-answer-1', 'page')
}

async function pushed(story: Story): Promise<void> {
  const branch = pullOfLane(story, 'page').headBranch
  story.theirs.set(branch, await story.github.person('ann').push(branch, { 'c.txt': 'of ann' }))
}

async function allAtOnce(story: Story): Promise<void> {
  for (const happens of [redCi, comment, merged]) await happens(story)
}

const nothing = async (): Promise<void> => {}
const local = ({ shop }: Story): Promise<unknown> => shop.conductor('run', 'tasks.yaml', '--no-ui')

const SHORT: readonly Step[] = [
  { happens: nothing, command: RUN },
  { happens: allAtOnce, command: SYNC },
]
const LONG_FROM_RUN: readonly Step[] = [
  { happens: nothing, command: RUN },
  { happens: redCi, command: SYNC },
  { happens: merged, command: SYNC },
  { happens: comment, command: SYNC },
]
const LONG_FROM_PR: readonly Step[] = [
  { happens: local, command: ['pr'] },
  { happens: allAtOnce, command: SYNC },
  { happens: pushed, command: SYNC },
]

async function tell(story: Story, steps: readonly Step[]): Promise<void> {
  for (const [number, { happens, command }] of steps.entries()) {
    await happens(story)
    const rest = (story.most - killsOf(story)) / (steps.length - number)
    const kills = Math.min(1 + Math.floor(story.chance() * 4), Math.ceil(rest))
    for (let kill = 0; kill < kills; kill++) {
      if (!(await killOnce(story, wordsNow(story, command)))) break
      expectNoSecond(story)
    }
    await finish(story, command)
    await expectAllThere(story)
  }
}

const killsOf = ({ kills }: Story): number =>
  [...kills.values()].reduce((sum, count) => sum + count, 0)

/** A run that was killed is resumed; one that had not begun begins again, and one that was over is synced. */
function wordsNow({ shop }: Story, command: readonly string[]): readonly string[] {
  if (command !== RUN) return command
  const run = runIn(shop)
  if (run === null) return RUN
  return run.ended === null ? ['resume', '--no-ui'] : SYNC
}

const runIn = (shop: RepositoryFolder): Run | null =>
  existsSync(join(shop.path, '.conductor', 'conductor.db')) ? foldRun(eventsIn(shop.path)) : null

/** After some requests, or after some time. Whether it was still at work then. */
async function killOnce(story: Story, words: readonly string[]): Promise<boolean> {
  const { chance, github, shop, kills } = story
  const running = shop.start(...words)
  const isOver = (): boolean => running.child.exitCode !== null
  if (chance() < 0.7) {
    const most = github.requests.length + 1 + Math.floor(24 * chance() ** 1.5)
    while (!isOver() && github.requests.length < most) await sleep(1)
    await sleep(chance() * 30)
  } else {
    const end = Date.now() + 200 + chance() * 3000
    while (!isOver() && Date.now() < end) await sleep(5)
  }
  running.signal('SIGKILL')
  await running.done
  const isKilled = running.child.signalCode === 'SIGKILL'
  const name = words.filter((word) => !/[-.]/.test(word)).join(' ')
  if (isKilled) kills.set(name, (kills.get(name) ?? 0) + 1)
  return isKilled
}

const MOST_TRIES = 5

/** Types what a person would until everything is published. */
async function finish(story: Story, command: readonly string[]): Promise<void> {
  const { shop } = story
  await until('what a killed one has started ends', () => processesOf(shop.path).length === 0)
  if (command === RUN && wordsNow(story, RUN) !== SYNC)
    await mustEndWell(shop, wordsNow(story, RUN))
  if (command[1] !== 'sync') await mustEndWell(shop, ['pr'])
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await mustEndWell(shop, SYNC)
    if ([...story.work].every(([task, lane]) => hasWork(story, task, lane))) return
  }
}

/** Then the whole output is what a person wants to see. */
async function mustEndWell(shop: RepositoryFolder, words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await shop.conductor(...words)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
}

const laneOfPull = ({ body }: Pull): string => markIn(body ?? '')?.lane ?? ''

function expectNoSecond({ github }: Story): void {
  const lanes = pullsIn(github).map(laneOfPull)
  expect(lanes).toEqual([...new Set(lanes)])
}

const pullOfLane = ({ github }: Story, lane: Lane): Pull =>
  pullsIn(github).find((pull) => laneOfPull(pull) === LANES[lane])!

async function expectAllThere(story: Story): Promise<void> {
  const { github, shop, theirs, work, before } = story
  const { folder } = github.repository()
  expectNoSecond(story)
  expect(pullsIn(github).map(laneOfPull).toSorted()).toEqual(Object.values(LANES))
  for (const [task, lane] of work) expect([task, hasWork(story, task, lane)]).toEqual([task, true])
  for (const [branch, commit] of theirs)
    gitIn(folder, 'merge-base', '--is-ancestor', commit, `refs/heads/${branch}`)
  expect(gitIn(folder, 'rev-parse', 'elsewhere')).toBe(theirs.get('elsewhere'))
  expect(
    runIn(shop)!
      .plan.tasks.map(({ id }): string => id)
      .toSorted(),
  ).toEqual([...work.keys()].toSorted())
  expect(standing(shop)).toEqual(before)
  for (const place of [folder, shop.path]) gitIn(place, 'fsck', '--strict', '--no-progress')
  expect(processesOf(shop.path)).toEqual([])
}

/** In the branch of the pull request, or in the base when it is merged. */
function hasWork(story: Story, task: string, lane: Lane): boolean {
  const { headBranch, merged: isMerged } = pullOfLane(story, lane)
  const branch = isMerged === null ? headBranch : 'main'
  const files = gitIn(
    story.github.repository().folder,
    'ls-tree',
    '--name-only',
    `refs/heads/${branch}`,
  )
  return files.split('\n').includes(`${task}.txt`)
}
