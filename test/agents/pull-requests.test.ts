/** The whole loop with a real agent: issues become pull requests, which are fixed, answered, merged, restacked and cleared away. */
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../repository/temp-folder.ts'
import { agentCli } from '../scripted/agent-clis.ts'
import { cloneOf, fileAt, pullOf, pullsIn } from '../scripted/github-clone.ts'
import { startGithub, type Github } from '../scripted/github/start-github.ts'
import { startScriptedModel, type Script } from '../scripted/scripted-model.ts'
import { settingsFor } from './cli-settings.ts'

const writing = (file: string): Script => [
  { tool: 'shell', command: `seq 9 > "${file}" && git add -A && git commit -qm "Write ${file}"` },
  { say: 'Done.' },
]

/** Every task has a conversation of its own; what answers a pull request goes on with it, so it comes third. */
const SCRIPT: Script = [...writing('$CONDUCTOR_TASK.txt'), ...writing('$CONDUCTOR_TASK-fixed.txt')]

const CONFIG = 'agent: claude\ncollisions: {foresee: false}\n'

it.skipIf(agentCli('claude') === null)(
  'three issues become merged pull requests, whatever checks and people say on the way',
  async () => {
    await using model = await startScriptedModel()
    await using github = await startGithub({ mergeability: 'at-once' })
    using home = tempFolder()
    const { path, env } = settingsFor('claude', model.urlOf(SCRIPT), home.path)
    const environment = { ...env, PATH: `${dirname(path)}:${env['PATH']}` }
    await using shop = cloneOf(github, { tasks: '', config: CONFIG, environment })
    const ann = await withIssues(github)
    const sync = () => shop.conductor('pr', 'sync', '--no-ui')

    const run = await shop.conductor('run', '--issues', '1,2,3', '--pr', '--no-ui')
    expect(run.code).toBe(0)
    const [one, two, three] = [1, 2, 3].map((issue) => pullOf(github, `issue-${issue}`))
    expect([one, two, three].map((pull) => pull?.baseBranch)).toEqual([
      'main',
      'issue-1',
      'issue-1',
    ])

    github.ci(two!.number).set('build', 'failure', { log: 'expected 1, got 2' })
    await ann.comment(three!.number, 'Please say why.')
    expect((await sync()).code).toBe(0)
    expect(fileAt(github, 'issue-2', 'issue-2-answer-1-fixed.txt')).toContain('9')
    expect(fileAt(github, 'issue-3', 'issue-3-answer-1-fixed.txt')).toContain('9')
    const asked = JSON.stringify(model.requestsOf(SCRIPT).map(({ body }) => body))
    const said = ['expected 1, got 2', 'Please say why.', github.token]
    expect(said.map((text) => asked.includes(text))).toEqual([true, true, false])

    const merged = await ann.merge(one!.number, 'squash')
    expect((await sync()).code).toBe(0)
    expect([two, three].map((pull) => pull!.baseBranch)).toEqual(['main', 'main'])
    expect(github.repository().branches.get('main')).toBe(merged)

    for (const pull of [two, three]) await ann.merge(pull!.number, 'squash')
    const last = await sync()
    expect(last.stdout.match(/ - merged - /g)).toHaveLength(3)
    expect(
      pullsIn(github)
        .map(({ headBranch }) => headBranch)
        .toSorted(),
    ).toEqual(['issue-1', 'issue-2', 'issue-3'])
    expect((await shop.conductor('prune')).code).toBe(0)
    expect(shop.git('worktree', 'list').split('\n')).toHaveLength(1)
    expect(fileAt(github, 'main', 'issue-2-answer-1-fixed.txt')).toContain('9')
  },
)

async function withIssues(github: Github) {
  const ann = github.person('ann')
  await ann.openIssue({ title: 'Add the API', body: 'In api.txt.', labels: ['ready'] })
  for (const title of ['Add the page', 'Write it down'])
    await ann.openIssue({ title, body: 'Depends on #1.', labels: ['ready'] })
  return ann
}
