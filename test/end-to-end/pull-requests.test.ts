/** Lanes become pull requests on GitHub, and follow what people and CI do there. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import type { Pull } from '../scripted/github/state/model.ts'
import {
  AGENT,
  AGENT_CONFIG,
  THREE_TASKS,
  cloneOf,
  fileAt,
  pullOf,
  pullsIn,
  runWithPulls as run,
  sync,
} from '../scripted/github-clone.ts'
import { startGithub, type Github } from '../scripted/github/start-github.ts'

const asked = (github: Github, what: RegExp): number =>
  github.requests.filter(({ method, path }) => what.test(`${method} ${path}`)).length
const WRITES = /^(PATCH|PUT|POST (?!\/graphql|.*upload-pack))/

/** As long as the two tests may take that this is made of. */
const TWO_TESTS = { timeout: 120_000 }

const FOURTH_TASK =
  '  - {id: list, name: Add the list, issue: 14, prompt: list, dependencies: [api]}\n'

it(
  'lanes become pull requests, which follow a merge, red CI and comments; what a person pushes to a branch stays',
  TWO_TESTS,
  async () => {
    await using github = await startGithub({ mergeability: 'at-once' })
    await using shop = cloneOf(github, {
      tasks: `${THREE_TASKS}${FOURTH_TASK}`,
      // Two lanes are answered at once: each has a file of its own.
      agent: AGENT.replace('answers.txt', '"${CONDUCTOR_TASK%-answer-*}-answers.txt"'),
    })
    const first = await run(shop)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const [api, page, docs, list] = ['issue-11', 'issue-12', 'issue-13', 'issue-14'].map((branch) =>
      pullOf(github, branch),
    ) as [Pull, Pull, Pull, Pull]
    expect([api, page, docs, list].map(({ baseBranch, title }) => [baseBranch, title])).toEqual([
      ['main', 'Add the API'],
      ['issue-11', 'Add the page'],
      ['main', 'Write it down'],
      ['issue-11', 'Add the list'],
    ])
    expect(api.body).toContain('- `test -d .` passed on the result merged with all other tasks.')
    expect(api.body).toContain('Closes #11')
    expect(page.body).toContain(`- #${api.number} Add the API\n`)
    expect(page.body).toContain(`\n  - #${page.number} Add the page **(this one)**`)
    expect(docs.body).not.toContain('## Stack')

    const before = asked(github, WRITES)
    const [graphql, heads] = [asked(github, /graphql/), [api.headSha, page.headSha, docs.headSha]]
    expect((await shop.conductor('pr')).code).toBe(0)
    expect([asked(github, WRITES), asked(github, /graphql/)]).toEqual([before, graphql + 1])
    expect([api.headSha, page.headSha, docs.headSha]).toEqual(heads)

    const ann = github.person('ann')
    const { folder } = github.repository()
    const theirs = await ann.push('issue-14', { 'theirs.txt': 'of ann' })
    expect((await sync(shop)).stdout).toContain('their commits stay')
    expect(list.headSha).toBe(theirs)
    const merged = await ann.merge(api.number, 'squash')
    expect((await sync(shop)).stdout).toContain(`issue-11  pull request #${api.number}: merged`)
    expect([page.baseBranch, page.body?.includes('## Stack')]).toEqual(['main', false])
    expect(gitIn(folder, 'rev-parse', 'issue-12^')).toBe(merged)
    expect(list.baseBranch).toBe('main')
    for (const commit of [theirs, 'main'])
      gitIn(folder, 'merge-base', '--is-ancestor', commit, 'issue-14')

    github.ci(page.number).set('build', 'failure', { log: 'expected 1, got 2' })
    github.ci(list.number).set('build', 'failure')
    expect((await sync(shop)).stdout).toContain('page-answer-1  landed')
    const prompt = readFileSync(join(shop.path, '.conductor', 'page-answer-1.txt'), 'utf8')
    expect(prompt).toMatch(/A check failed. Its name:\n> build[^]*expected 1, got 2/)
    expect(fileAt(github, 'issue-12', 'page-answers.txt')).toBe('page-answer-1')
    gitIn(folder, 'merge-base', '--is-ancestor', theirs, 'issue-14')
    expect(fileAt(github, 'issue-14', 'list-answers.txt')).toBe('list-answer-1')
    expect(fileAt(github, 'issue-14', 'theirs.txt')).toBe('of ann')

    await ann.comment(page.number, 'Please rename it.')
    expect((await sync(shop)).stdout).toContain('page-answer-2  landed')
    expect(fileAt(github, 'issue-12', 'page-answers.txt')).toBe('page-answer-1\npage-answer-2')
    await ann.comment(page.number, 'And this.')
    await sync(shop)
    await ann.comment(page.number, 'And that, too.')
    expect((await sync(shop)).stdout).not.toContain('page-answer-4')
    expect((await shop.conductor('status')).stdout).toMatch(
      /#12 - PR STUCK .*: open, 1 remark open\n/,
    )
    expect((await shop.conductor('pr', 'page')).stdout).toContain('issue-12')
    expect((await shop.conductor('diff', 'page')).code).toBe(0)
    expect(pullsIn(github)).toHaveLength(4)
    expect(textsBelow(shop.path).filter((text) => text.includes(github.token))).toEqual([])
    expect(first.stdout).not.toContain(github.token)
  },
)

/** Everything that is kept of a run, and the configuration of git. */
const textsBelow = (path: string): readonly string[] =>
  ['.conductor', '.git'].flatMap((top) =>
    readdirSync(join(path, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')),
  )

it('a pull request is a draft until all work of its lane has landed; work that lands after it was merged gets another one', async () => {
  await using github = await startGithub({ mergeability: 'at-once' })
  const waits = 'until test -e "$CONDUCTOR_HOME/go"; do sleep 0.05; done'
  await using shop = cloneOf(github, {
    tasks: `tasks:
  - {id: one, name: One, issue: 21, run: echo 1 > one.txt}
  - {id: two, name: Two, issue: 21, run: '${waits}; echo 2 > two.txt', dependencies: [one]}
  - {id: three, name: Three, issue: 41, run: echo 3 > three.txt}
  - {id: four, name: Four, issue: 41, run: '${waits}; echo 4 > four.txt', dependencies: [three]}
`,
  })
  const running = shop.begin('run', 'tasks.yaml', '--pr', '--no-ui')
  await running.says(/issue-21 {2}pull request #\d: draft/)
  await running.says(/issue-41 {2}pull request #\d: draft/)
  const [draft, early] = [pullOf(github, 'issue-21'), pullOf(github, 'issue-41')]
  expect([draft.isDraft, early.isDraft]).toEqual([true, true])
  const ann = github.person('ann')
  early.isDraft = false
  await ann.merge(early.number, 'squash')
  shop.write('.conductor/go', '')
  expect((await running.done).code).toBe(0)
  expect(draft.isDraft).toBe(false)
  expect(fileAt(github, 'issue-21', 'two.txt')).toBe('2')

  expect((await sync(shop)).code).toBe(0)
  const ofLane = pullsIn(github).filter(({ headBranch }) => headBranch === 'issue-41')
  expect(ofLane.map(({ number, state }) => [number, state])).toEqual([
    [early.number, 'closed'],
    [3, 'open'],
  ])
  expect(fileAt(github, 'issue-41', 'four.txt')).toBe('4')
  await ann.merge(3, 'squash')
  expect((await sync(shop)).stdout).toContain('#3 - merged')
  expect(fileAt(github, 'main', 'four.txt')).toBe('4')
})

it('without rights everything local goes on, and is published by the next sync; then a closed pull request is left alone, and its dependents go on without it', async () => {
  await using github = await startGithub({
    mergeability: 'at-once',
    token: { rights: { pull_requests: 'none' } },
  })
  await using shop = cloneOf(github)
  const refused = await run(shop)
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('3 of 3 tasks landed')
  expect(refused.stdout).toMatch(/run 1 needs you: nothing can be published[^]*conductor pr sync/)
  expect((await shop.conductor('attention')).stdout).toContain('NOT PUBLISHED')
  const again = await sync(shop)
  expect([again.code, again.stdout.match(/the token may not/g)?.length]).toEqual([1, 1])
  github.grant({ pull_requests: 'write' })
  expect((await sync(shop)).code).toBe(0)
  expect((await shop.conductor('attention')).stdout).not.toContain('NOT PUBLISHED')
  expect(
    pullsIn(github)
      .map(({ headBranch }) => headBranch)
      .toSorted(),
  ).toEqual(['issue-11', 'issue-12', 'issue-13'])

  const [page, docs] = [pullOf(github, 'issue-12'), pullOf(github, 'issue-13')]
  await github.person('ann').close(pullOf(github, 'issue-11').number)
  await github.person('ann').close(docs.number)
  await sync(shop)
  const before = asked(github, WRITES)
  const { code, stdout } = await shop.conductor('pr')
  expect([code, asked(github, WRITES), pullsIn(github).length]).toEqual([0, before, 3])
  expect(stdout).toContain(`issue-13 #${docs.number} - closed without merging`)
  expect([page.baseBranch, page.state]).toEqual(['main', 'open'])
  expect(fileAt(github, 'issue-12', 'page.txt')).toContain('page 20')
})

const SHARED = `
tasks:
  - {id: words, name: Change the words, issue: 31, prompt: words}
`

const MERGING_AGENT = `
case "$CONDUCTOR_TASK" in
  *-answer-1) echo "$CONDUCTOR_TASK" >> answers.txt ;;
  *-answer-*)
    git merge --quiet "$(grep -o 'git merge [0-9a-f]*' "$CONDUCTOR_PROMPT_FILE" | cut -d ' ' -f 3)"
    printf 'ours and theirs\\n' > README.md
    git add README.md
    git commit --quiet --no-edit ;;
  *) echo ours > README.md ;;
esac
`

it('pr only opens and updates; sync hands what is said to agents, and a conflict with the base, once', async () => {
  await using github = await startGithub({ mergeability: 'at-once' })
  await using shop = cloneOf(github, { tasks: SHARED })
  shop.write('.conductor/agent.sh', MERGING_AGENT)
  expect((await run(shop)).code).toBe(0)
  github.ci(1).set('build', 'failure')
  const shown = await shop.conductor('pr', '--json')
  expect(JSON.parse(shown.stdout)).toMatchObject({ pull_requests: [{ ci: 'fail', rounds: 0 }] })
  const approved = await shop.conductor('pr', 'approve', 'words')
  expect(approved).toMatchObject({ code: 2, stdout: '' })
  expect(approved.stderr).toContain('where people review it; Conductor never does')
  expect(approved.stderr).toContain(`review it on its page: ${github.address}`)
  const answered = await shop.conductor('pr', 'sync', '--no-ui', '--json')
  expect(JSON.parse(answered.stdout)).toMatchObject({ pull_requests: [{ rounds: 1 }] })

  const ann = github.person('ann')
  await ann.push('main', { 'README.md': 'theirs' })
  const synced = await sync(shop)
  expect(synced.stdout).toContain('words-answer-2  landed')
  expect(synced.code).toBe(0)
  expect(fileAt(github, 'issue-31', 'README.md')).toBe('ours and theirs')
  gitIn(github.repository().folder, 'merge-base', '--is-ancestor', 'main', 'issue-31')
  expect((await shop.conductor('pr')).stdout).toContain('ready for review')
  await ann.merge(1, 'merge')
  expect(fileAt(github, 'main', 'README.md')).toBe('ours and theirs')
})

it('people design, agents implement, people review: from an issue to its merged pull request', async () => {
  await using github = await startGithub({ mergeability: 'at-once' })
  const [ann, bob] = [github.person('ann'), github.person('bob')]
  const issue = { title: 'Decide which queue the mails use', body: 'Mails are lost.' }
  const { number } = await ann.openIssue(issue)
  await using shop = cloneOf(github, { tasks: '' })
  const planned = await shop.conductor('plan', '--issues', String(number))
  expect(planned.stdout).toContain('needs a design first')
  const open = await shop.conductor('plan', 'check')
  expect([open.code, open.stdout]).toEqual([1, expect.stringContaining('needs a design first')])

  const design = (text: string) => text.replace(/(prompt: \|\n)( +)/, '$1$2Decided: Redis.\n\n$2')
  const file = join(shop.path, 'tasks.yaml')
  writeFileSync(file, design(readFileSync(file, 'utf8')))
  expect(await shop.conductor('plan', 'check')).toMatchObject({ code: 0 })

  expect(await run(shop)).toMatchObject({ code: 0 })
  const [pull] = pullsIn(github) as [Pull]
  const task = `issue-${number}`
  const prompt = readFileSync(join(shop.path, '.conductor', `${task}.txt`), 'utf8')
  expect(prompt).toContain('Decided: Redis.')
  expect(fileAt(github, pull.headBranch, `${task}.txt`)).toContain(`${task} 20`)
  expect([pull.state, pull.body]).toEqual(['open', expect.stringContaining(`Closes #${number}`)])
  await bob.review(pull.number, 'CHANGES_REQUESTED', 'Please say why.')
  expect((await sync(shop)).stdout).toContain(`${task}-answer-1  landed`)
  expect(fileAt(github, pull.headBranch, 'answers.txt')).toBe(`${task}-answer-1`)
  await bob.review(pull.number, 'APPROVED')
  await sync(shop)
  expect(pull.state).toBe('open')
  await bob.merge(pull.number, 'squash')
  expect((await sync(shop)).stdout).toContain(`pull request #${pull.number}: merged`)
})

it('a remote that is gone stops no run, and is said with what helps; the branches of other people stay as they are, whatever they are called', async () => {
  await using github = await startGithub({ mergeability: 'at-once' })
  await using shop = cloneOf(github, { tasks: SHARED })
  const ann = github.person('ann')
  const theirs = [
    await ann.push('issue-31', { 'theirs.txt': 'one' }),
    await ann.push('issue-31-run1', { 'theirs.txt': 'two' }),
  ]
  shop.write('.conductor/agent.sh', 'git remote remove origin; echo ours > words.txt')
  const { code, stdout } = await run(shop)
  expect([code, pullsIn(github).length]).toEqual([1, 0])
  expect(stdout).toContain('1 of 1 task landed')
  expect(stdout).toContain('run 1 needs you: nothing can be published')
  shop.git('remote', 'add', 'origin', github.remote())
  expect([(await shop.conductor('pr')).code, pullsIn(github).length]).toEqual([0, 1])

  const { folder } = github.repository()
  expect(gitIn(folder, 'rev-parse', 'issue-31', 'issue-31-run1').split('\n')).toEqual(theirs)
  const [pull] = pullsIn(github)
  expect(pull!.headBranch).toMatch(/^issue-31-run1-\w+$/)
  expect(fileAt(github, pull!.headBranch, 'words.txt')).toBe('ours')
})

it('on a plain remote branches are pushed, and a squashed one is noticed by its content, whatever other remotes there are', async () => {
  using remote = tempFolder()
  gitIn(remote.path, 'init', '--quiet', '--bare', '--initial-branch=main')
  const environment = { GITHUB_API_URL: 'http://127.0.0.1:9', GITHUB_TOKEN: 'no token of anybody' }
  await using shop = repository({ '.gitignore': '.conductor\ntasks.yaml\n' }, { environment })
  shop.git('remote', 'add', 'origin', remote.path)
  // The issues are there. No pull request can be: the branches are elsewhere.
  shop.git('remote', 'add', 'upstream', 'https://github.com/acme/shop.git')
  shop.git('push', '--quiet', 'origin', 'main')
  shop.write('.conductor/agent.sh', AGENT)
  shop.write('.conductor/config.yaml', AGENT_CONFIG)
  shop.write('tasks.yaml', THREE_TASKS)
  expect((await run(shop)).code).toBe(0)
  const head = gitIn(remote.path, 'rev-parse', 'issue-12')
  expect((await shop.conductor('pr')).stdout).toContain('issue-12 -> issue-11, on issue-11')
  expect((await shop.conductor('pr', 'page')).stdout).toContain('Closes acme/shop#12\n')
  expect(gitIn(remote.path, 'rev-parse', 'issue-12')).toBe(head)

  const words = 'Please name it better.'
  const asked = await shop.conductor('pr', 'request-changes', 'docs', words)
  expect(asked.stdout).toMatch(/issue-13 #\d - open, changes requested, 1 remark open/)
  expect(asked.stdout).toContain('Hand it to the agent: conductor pr sync --run 1')
  const answered = await sync(shop)
  expect(answered.stdout).toContain('docs-answer-1  landed')
  expect(answered.stdout).toMatch(
    /^\[\+\] issue-13 #\d - ready for review, answered by docs-answer-1; look again - /m,
  )
  const prompt = readFileSync(join(shop.path, '.conductor', 'docs-answer-1.txt'), 'utf8')
  expect(prompt).toContain(`> ${words}`)
  expect(gitIn(remote.path, 'show', 'issue-13:answers.txt')).toBe('docs-answer-1')
  const approved = await shop.conductor('pr', 'approve', 'docs', 'Thanks.')
  expect(approved.stdout).toMatch(/issue-13 #\d - ready for review, approved/)

  shop.git('fetch', '--quiet', 'origin')
  shop.git('merge', '--quiet', '--squash', 'origin/issue-11')
  shop.git('commit', '--quiet', '--message', 'The API')
  shop.git('push', '--quiet', 'origin', 'main')
  const synced = await sync(shop)
  expect(synced.stdout).toMatch(/issue-11 .*merged/)
  expect(synced.stdout).toContain('issue-12 -> main')
  const merged = shop.git('rev-parse', 'main')
  expect(gitIn(remote.path, 'rev-parse', 'issue-12^')).toBe(merged)

  // From before the merge, the same work again: what is in main needs nobody, and the next lane goes into main.
  shop.git('reset', '--quiet', '--hard', 'main^')
  const again = await run(shop)
  expect(again.stdout).toContain('issue-11  pull request: main has all of its work already')
  expect(again).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') })
  expect(await shop.json('pr')).toMatchObject({
    pull_requests: [
      { lane: 'issue-11', number: null, state: 'merged', trouble: null },
      { lane: 'issue-12', base: 'main', state: 'open' },
      { lane: 'issue-13', base: 'main', state: 'open' },
    ],
  })
  expect(gitIn(remote.path, 'rev-parse', 'issue-12^')).toBe(merged)
})
