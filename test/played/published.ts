/** The facts by which a played run publishes its lanes as pull requests. */
import type { PullRequestSettings, PullSight } from '../../src/core/forge/lane-pull.ts'
import type { Fact } from '../../src/core/run/event.ts'
import { commitId, laneName } from '../../src/core/value/ids.ts'
import { OUTCOMES, type Game } from './play.ts'

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

const HEAD = commitId('3'.repeat(40))

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
  base: { branch: base, onto: commitId('2'.repeat(40)), below: [] },
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
