/** Played runs that publish their lanes as pull requests. */
import type {
  LanePull,
  PullFact,
  PullRequestSettings,
  PullSight,
} from '../../src/core/forge/lane-pull.ts'
import type { SeenPull } from '../../src/core/forge/seen-pull.ts'
import type { Fact } from '../../src/core/run/event.ts'
import { commitId, laneName, type CommitId } from '../../src/core/value/ids.ts'
import { OUTCOMES, playGame, type Game, type Script } from './play.ts'

const PUBLISHING: PullRequestSettings = {
  remote: 'origin',
  prefix: '',
  into: 'main',
  labels: [],
  reviewers: [],
  rounds: 3,
  listensTo: 'members',
  template: null,
}

export const BEGUN: Fact = { type: 'publishing-begun', settings: PUBLISHING }

/** Every task that works or waits for one of those delivers and lands. */
export function landAll(game: Game, ...kept: readonly string[]): void {
  const ending = () => game.working().filter((task) => !kept.includes(task))
  for (let working = ending(); working.length > 0; working = ending()) {
    for (const task of working) game.end(task, OUTCOMES.succeeded)
    for (const task of game.landing()) game.land(task)
    game.startAll()
  }
}

export const commit = (digit: string): CommitId => commitId(digit.repeat(40))

/** Where the branch of every lane is pushed to. */
export const HEAD = commit('3')

const SIGHT: PullSight = {
  state: 'open',
  isDraft: false,
  headCommit: HEAD,
  base: 'main',
  mergeCommit: null,
  mergeable: 'yes',
  ci: '',
  failing: [],
  review: 'none',
  feedback: [],
  at: 7,
}

/** The branch of the lane is pushed, for `base`. */
export const pushed = (name: string, base = 'main'): Fact => ({
  type: 'pull-published',
  lane: laneName(name),
  branch: name,
  base: { branch: base, onto: commit('2'), below: [] },
  head: HEAD,
  pieces: [],
  isShared: false,
})

/** Its pull request is open, and was seen like this. */
export const opened = (
  name: string,
  number: number,
  sight: Partial<PullSight> & { readonly url?: string } = {},
): readonly Fact[] => {
  const { url = `https://github.com/acme/shop/pull/${number}`, ...seen } = sight
  return [
    pushed(name, sight.base),
    { type: 'pull-opened', lane: laneName(name), number, url },
    {
      type: 'pull-seen',
      lane: laneName(name),
      sight: { ...SIGHT, ...seen },
      isNews: true,
    },
  ]
}

/** Each task is a prompt in a lane of its own, and all of them are played to their end. */
export function playPublished(
  notation: string,
  { publishing = {}, ...script }: Script & { publishing?: Partial<PullRequestSettings> } = {},
): Game {
  const prompts = Object.fromEntries(
    notation.split('\n').map((line) => {
      const id = line.split(':')[0]!.trim()
      return [id, { work: { is: 'prompt', text: id }, ...script.tasks?.[id] } as const]
    }),
  )
  const game = playGame(notation, { isolation: 'worktree', ...script, tasks: prompts })
  tell(game, { type: 'publishing-begun', settings: { ...PUBLISHING, ...publishing } })
  return game
}

export const tell = (game: Game, ...facts: readonly PullFact[]): void => game.record(facts)

/** The pull request #7 of the lane is open, and was seen like this. */
export function openPull(game: Game, lane: string, sight: Partial<PullSight> = {}): LanePull {
  game.record(opened(lane, 7, sight))
  return game.run.pulls.get(laneName(lane))!
}

/** The same pull request as the forge shows it. */
export const seenPullWith = (part: Partial<SeenPull> = {}): SeenPull => ({
  number: 7,
  url: '',
  state: 'open',
  isDraft: false,
  head: 'task-a',
  headCommit: HEAD,
  base: 'main',
  title: 'A',
  body: '',
  mergeCommit: null,
  mergeable: 'yes',
  checks: [],
  review: 'none',
  comments: [],
  olderComments: 0,
  labels: [],
  reviewers: [],
  ...part,
})
