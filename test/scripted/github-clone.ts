/** A clone of the repository on our own GitHub, in which a person types commands; and how to look at what they did there. */
import { repository, type RepositoryFolder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import type { Github } from './github/start-github.ts'
import type { Pull } from './github/state/model.ts'

/** Three lanes, one of them on top of another; each task writes a file of twenty lines. */
export const THREE_TASKS = `
tasks:
  - {id: api, name: Add the API, issue: 11, prompt: api, check: test -d .}
  - {id: page, name: Add the page, issue: 12, prompt: page, dependencies: [api]}
  - {id: docs, name: Write it down, issue: 13, prompt: docs}
`

/** The prompt of each task is kept beside the run. */
export const AGENT = `
cp "$CONDUCTOR_PROMPT_FILE" "$CONDUCTOR_HOME/$CONDUCTOR_TASK.txt"
case "$CONDUCTOR_TASK" in
  *-answer-*) echo "$CONDUCTOR_TASK" >> answers.txt ;;
  *) seq 20 | sed "s/^/$CONDUCTOR_TASK /" > "$CONDUCTOR_TASK.txt" ;;
esac
`

/** Nothing is foreseen: that takes a process of its own, and has its own tests. */
export const AGENT_CONFIG = `
collisions: {foresee: false}
agent: mine
agents: {mine: {command: sh "$CONDUCTOR_HOME/agent.sh"}}
`

export interface CloneOptions {
  /** Empty: there is no task file. */
  readonly tasks?: string
  readonly config?: string
  readonly agent?: string
  /** A test may change it between two commands; the address of GitHub and the token are put in. */
  readonly environment?: Record<string, string>
}

export function cloneOf(github: Github, options: CloneOptions = {}): RepositoryFolder {
  const { tasks = THREE_TASKS, config = AGENT_CONFIG, agent = AGENT, environment = {} } = options
  Object.assign(environment, { GITHUB_API_URL: github.api, GITHUB_TOKEN: github.token })
  const shop = repository({ '.gitignore': '.conductor\ntasks.yaml\n' }, { environment })
  shop.git('remote', 'add', 'origin', github.remote())
  // From its folder: the server answers in this process, which waits for git.
  shop.git('fetch', '--quiet', github.repository().folder, '+refs/heads/*:refs/remotes/origin/*')
  shop.git('reset', '--quiet', '--hard', 'origin/main')
  shop.write('.conductor/agent.sh', agent)
  shop.write('.conductor/config.yaml', config)
  if (tasks !== '') shop.write('tasks.yaml', tasks)
  return shop
}

export const pullsIn = (github: Github): readonly Pull[] =>
  [...github.repository().conversations.values()].filter((each) => each.kind === 'pull')

/** Lanes that do not depend on each other may be published in any order. */
export const pullOf = (github: Github, branch: string): Pull =>
  pullsIn(github).find(({ headBranch }) => headBranch === branch)!

export const fileAt = (github: Github, branch: string, file: string): string =>
  gitIn(github.repository().folder, 'show', `refs/heads/${branch}:${file}`)

export const runWithPulls = (shop: RepositoryFolder) =>
  shop.conductor('run', 'tasks.yaml', '--pr', '--no-ui')

export const sync = (shop: RepositoryFolder) => shop.conductor('pr', 'sync', '--no-ui')
