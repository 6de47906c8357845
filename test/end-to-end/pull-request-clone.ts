/** A clone of a repository on our GitHub, with three tasks whose lanes become pull requests. */
import { repository, type RepositoryFolder } from '../conductor.ts'
import type { Github } from '../scripted/github/start-github.ts'

export const TASKS = `
tasks:
  - {id: api, name: Add the API, issue: 11, prompt: api, check: test -d .}
  - {id: page, name: Add the page, issue: 12, prompt: page, dependencies: [api]}
  - {id: docs, name: Write it down, issue: 13, prompt: docs}
`

export const AGENT = `
case "$CONDUCTOR_TASK" in
  *-answer-*) echo "$CONDUCTOR_TASK" >> answers.txt; cp "$CONDUCTOR_PROMPT_FILE" "$CONDUCTOR_HOME/$CONDUCTOR_TASK.txt" ;;
  *) seq 20 | sed "s/^/$CONDUCTOR_TASK /" > "$CONDUCTOR_TASK.txt" ;;
esac
`

export const CONFIG = `
agent: mine
agents: {mine: {command: sh "$CONDUCTOR_HOME/agent.sh"}}
`

export function clone(github: Github, tasks = TASKS, config = CONFIG): RepositoryFolder {
  const shop = repository(
    { '.gitignore': '.conductor\ntasks.yaml\n' },
    { environment: { GITHUB_API_URL: github.api, GITHUB_TOKEN: github.token } },
  )
  shop.git('remote', 'add', 'origin', github.remote())
  // From its folder: the server answers in this process, which waits for git.
  shop.git('fetch', '--quiet', github.repository().folder, '+refs/heads/*:refs/remotes/origin/*')
  shop.git('reset', '--quiet', '--hard', 'origin/main')
  shop.write('.conductor/agent.sh', AGENT)
  shop.write('.conductor/config.yaml', config)
  shop.write('tasks.yaml', tasks)
  return shop
}

export const run = (shop: RepositoryFolder) =>
  shop.conductor('run', 'tasks.yaml', '--pr', '--no-ui')
export const sync = (shop: RepositoryFolder) => shop.conductor('pr', 'sync', '--no-ui')
