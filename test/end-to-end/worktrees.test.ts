/** Runs in a git repository: each task works in a worktree, and its delivery is merged and checked before it lands. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Summary } from '../../src/core/report/summary.ts'
import { BIN, eventsIn, repository, type RepositoryFolder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { until } from '../until.ts'

/** The folders beside the checkout: worktrees, if there are any. */
const beside = ({ path }: RepositoryFolder): readonly string[] =>
  readdirSync(dirname(path)).filter((name) => name !== 'shop')

const statuses = ({ results }: Summary): Record<string, string> =>
  Object.fromEntries(results.map(({ id, status }) => [id, status]))

interface Standing {
  readonly sessions: readonly unknown[]
}

const write = (folder: string, file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

describe('a run in a git repository', () => {
  it('[L2] lands what tasks made on a branch of its own, says how to take it, and counts files and lines from git', async () => {
    await using shop = repository({
      'README.md': 'hello\n',
      'a.txt': '1\n2\n3\n',
      'tasks.yaml': `
tasks:
  - {id: api, name: The API, run: "printf '1\\\\nnew\\\\n' > a.txt; echo api > api.txt"}
  - {id: pages, run: "echo pages > pages.txt; git add -A; git commit -qm 'by the agent'"}
  - {id: both, dependencies: [api, pages], run: "cat api.txt pages.txt > both.txt; rm README.md"}
  - {id: idle, run: "true"}
`,
    })
    const { code, stdout } = await shop.conductor('run', 'tasks.yaml')
    expect(stdout).toContain('git diff main...conductor/run-1')
    expect(stdout).toMatch(/Take it: +conductor take\n/)
    expect(stdout).toContain('NOTHING IS CHECKED')
    expect(code).toBe(0)
    expect(shop.landed('both.txt')).toBe('api\npages')
    expect(shop.landed('README.md')).toBe(null)
    expect(existsSync(join(shop.path, 'api.txt'))).toBe(false)
    expect(shop.git('log', '-1', '--format=%B', 'conductor/run-1')).toBe(
      'Land both\n\nConductor-Run: 1\nConductor-Task: both\nConductor-Attempt: 1-both-1',
    )
    const subjects = shop.git('log', '--format=%s', 'conductor/run-1')
    expect(subjects).toContain('by the agent')
    expect(subjects).toContain('api: The API')
    expect(beside(shop)).toEqual([])
    expect(shop.git('branch', '--format=%(refname:short)')).toBe('conductor/run-1\nmain')
    expect(shop.git('worktree', 'list').split('\n')).toHaveLength(1)

    const summary = (await shop.json('report')) as Summary
    expect(summary).toMatchObject({
      files_created: 3,
      files_changed: 2,
      lines_added: 5,
      lines_deleted: 3,
      landing: { target: 'conductor/run-1' },
    })
    const [api, , , idle] = summary.results
    const counted = { files_created: 1, files_changed: 1, lines_added: 2, lines_deleted: 2 }
    expect(api).toMatchObject({ ...counted, branch: 'task-api', checked: false })
    expect(idle).toMatchObject({ status: 'landed', files_created: null })
  })

  it('lets tasks of an epic work one after another in one worktree, and lands them in order, or the one that is asked for', async () => {
    await using shop = repository({
      'tasks.yaml': `
tasks:
  - {id: one, epic: auth, run: "pwd > one.txt; echo 1 >> log.txt; sleep 0.2"}
  - {id: two, epic: auth, run: "pwd > two.txt; echo 2 >> log.txt"}
  - {id: three, epic: auth, run: "pwd > three.txt; echo 3 >> log.txt"}
  - {id: four, epic: auth, run: "echo 4 > four.txt; exit 3"}
  - {id: five, epic: auth, run: "echo 5 > five.txt; exit 4"}
`,
    })
    expect((await shop.conductor('run', 'tasks.yaml', '-p', '3', '--no-ui')).code).toBe(1)
    expect(shop.landed('log.txt')).toBe('1\n2\n3')
    const places = ['one.txt', 'two.txt', 'three.txt'].map((file) => shop.landed(file))
    expect(new Set(places)).toEqual(new Set([`${shop.path}-epic-auth`]))
    // Another task has used the worktree of four since.
    await shop.conductor('merge', 'four', '--no-ui')
    expect([shop.landed('four.txt'), shop.landed('five.txt')]).toEqual(['4', null])
    expect((await shop.conductor('merge', 'five', '--no-ui')).code).toBe(0)
    expect([shop.landed('four.txt'), shop.landed('five.txt')]).toEqual(['4', '5'])
  })

  it('starts a dependent task on top of the branch below in a stack, before that has landed, and counts only its own work', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {land: {review: true}, scheduling: {stacked: true}}
tasks:
  - {id: below, issue: 126, run: "echo below > below.txt"}
  - {id: above, issue: 127, dependencies: [below], run: "cat below.txt > above.txt", check: "test -e ../passes"}
`,
    })
    const { code, stdout } = await shop.conductor('run', 'tasks.yaml')
    expect(code).toBe(1)
    expect(stdout).toContain('below needs you: waits for your approval')
    expect(shop.git('log', '--format=%s', '-2', 'issue-127')).toBe('above\nbelow')
    const mustCountItsOwn = async (): Promise<void> => {
      const { stdout } = await shop.conductor('diff', 'above', '--stat')
      expect(stdout).toMatch(/^ above\.txt \| 1 \+\n 1 file changed/)
    }
    const above = await shop.conductor('approve', 'above')
    expect(above.code).toBe(1)
    const waits = 'lands after below, which waits for your approval: conductor approve below'
    expect(above.stdout).toContain(`above  will land, as requested; above ${waits}`)
    expect((await shop.conductor('status')).stdout).toContain(waits)
    expect(shop.landed('above.txt')).toBe(null)
    await mustCountItsOwn()
    // Its check fails on what has landed, so it falls behind that.
    await shop.conductor('approve', 'below')
    await mustCountItsOwn()
    expect(shop.landed('above.txt')).toBe(null)
    expect((await shop.conductor('explain', 'above')).stdout).toContain(': 1 file (+1, -0)')
    write(dirname(shop.path), 'passes', '')
    const last = await shop.conductor('approve', 'above')
    expect(last.code).toBe(0)
    expect(shop.landed('above.txt')).toBe('below')
    await mustCountItsOwn()
  })

  it('has at most 4 worktrees in use unless told otherwise; a task that finds none waits, says so, and then runs', async () => {
    const work = 'until [ -e "$CONDUCTOR_ROOT/../go" ]; do sleep 0.05; done; pwd > $CONDUCTOR_TASK'
    const lanes = ['a', 'b', 'c', 'd', 'e']
    await using shop = repository({
      'tasks.yaml': `tasks:\n${lanes.map((id) => `  - {id: ${id}, run: '${work}'}\n`).join('')}`,
    })
    const running = shop.begin('run', 'tasks.yaml', '--no-ui')
    await running.says('a  started')
    expect((await shop.conductor('agents', '5')).code).toBe(0)
    await until(
      'four work',
      () => lanes.filter((id) => running.hasSaid(`${id}  started`)).length > 3,
    )
    const status: Standing = await shop.json('status')
    expect(status).toMatchObject({
      agents: 5,
      waiting: [{ id: 'e', why: { is: 'no-worktree', limit: 4 } }],
    })
    expect(status.sessions).toHaveLength(4)
    const says = '4 worktrees in use, which is the limit (max_worktrees)'
    expect((await shop.conductor('explain', 'e')).stdout).toContain(says)
    await until('each has its folder', () => beside(shop).length > 3)
    expect(beside(shop)).toHaveLength(4)
    write(dirname(shop.path), 'go', '')
    expect((await running.done).stdout).toContain('5 of 5 tasks landed')
    expect(shop.landed('e')).toContain('shop-task-')
  })

  it('[S10] merges and checks the deliveries of a batch together, before the next begins', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {check: "true", scheduling: {strict_batches: true}}
tasks:
  - {id: a, run: "echo a > a.txt"}
  - {id: b, run: "echo b > b.txt; sleep 0.3"}
  - {id: c, dependencies: [a], run: "cat a.txt b.txt > c.txt"}
`,
    })
    expect((await shop.conductor('run', 'tasks.yaml')).code).toBe(0)
    expect(shop.landed('c.txt')).toBe('a\nb')
    const order = eventsIn(shop.path).flatMap((event) => {
      if (event.type === 'landing-started') return [event.tasks.join(' ')]
      return event.type === 'task-landed' || event.type === 'attempt-started' ? [event.type] : []
    })
    const [begun, landed] = ['attempt-started', 'task-landed']
    expect(order).toEqual([begun, begun, 'a b', landed, landed, begun, 'c', landed])
  })

  it('holds back a task that predicts a file somebody has been seen to change', async () => {
    await using shop = repository({
      'shared.txt': 'x\n',
      'tasks.yaml': `
config: {parallel: 2}
tasks:
  - {id: a, run: "echo a > shared.txt; while ! test -e ../go; do sleep 0.05; done"}
  - {id: b, run: "while ! test -e ../seen; do sleep 0.05; done"}
  - {id: c, files: [shared.txt], run: "echo c >> shared.txt"}
`,
    })
    const running = shop.begin('run', 'tasks.yaml')
    await until('a change is seen', async () =>
      (await shop.conductor('status')).stdout.includes('Files changed: 1'),
    )
    write(dirname(shop.path), 'seen', '')
    await running.says('b  landed')
    expect((await shop.conductor('explain', 'c')).stdout).toContain('would collide with a')
    const [session] = readdirSync(join(shop.path, '.conductor/sessions')).filter((f) =>
      /-a-/.test(f),
    )
    const file = JSON.parse(
      readFileSync(join(shop.path, '.conductor/sessions', session!), 'utf8'),
    ) as object
    expect(file).toMatchObject({ branch: 'task-a', worktreePath: `${shop.path}-task-a` })
    write(dirname(shop.path), 'go', '')
    expect((await running.done).code).toBe(0)
    expect(shop.landed('shared.txt')).toBe('a\nc')
  })

  it('warns when worktrees take more of the disk than they may', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {worktrees: {max_disk: 100KB}}
tasks: [{id: a, run: "head -c 300000 /dev/zero > a.bin; while ! test -e ../go; do sleep 0.05; done"}]
`,
    })
    const running = shop.begin('run', 'tasks.yaml')
    await running.says('of worktrees.max_disk')
    write(dirname(shop.path), 'go', '')
    expect((await running.done).code).toBe(0)
  })

  it('never lands what was sent back and made anew, by way of a task that is built on it', async () => {
    const anew =
      'if [ -z "$CONDUCTOR_GUIDANCE" ]; then echo BAD > secret.txt; else echo good > a.txt; fi'
    await using shop = repository({
      'tasks.yaml': `
config: {scheduling: {stacked: true}}
tasks:
  - {id: a, run: '${anew}', check: "test ! -e secret.txt"}
  - {id: c, run: "echo c > c.txt", dependencies: [a], check: "true"}
`,
    })
    expect((await shop.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
    const again = await shop.conductor('reject', 'a', 'no secret', '--no-ui')
    expect(again.code).toBe(0)
    expect(again.stdout).toMatch(
      /c {2}note: it is built on \w{9}, which was replaced .* runs again/,
    )
    expect(['a.txt', 'c.txt', 'secret.txt'].map((file) => shop.landed(file))).toEqual([
      'good',
      'c',
      null,
    ])
  })

  it('makes a task again, with a new review, when a person amended the work that it is stacked on', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {scheduling: {stacked: true}, land: {review: true}}
tasks:
  - {id: a, run: "echo BAD > secret.txt; echo a > a.txt; git add -A; git commit -qm a"}
  - {id: c, run: "ls > c.txt", dependencies: [a]}
`,
    })
    await shop.conductor('run', 'tasks.yaml', '--no-ui')
    const worktree = `${shop.path}-task-a`
    gitIn(worktree, 'rm', '-q', 'secret.txt')
    gitIn(worktree, 'commit', '-q', '--amend', '-m', 'a')
    await shop.conductor('approve', 'a', '--no-ui')
    const approved = await shop.conductor('approve', 'c', '--no-ui')
    expect([approved.code, approved.stdout]).toEqual([1, expect.stringContaining('it runs again')])
    expect((await shop.conductor('approve', 'c', '--no-ui')).code).toBe(0)
    expect(shop.landed('secret.txt')).toBe(null)
    expect(shop.landed('c.txt')).not.toContain('secret')
  })

  it('brings nothing back above a task that was given up, also behind one that changed nothing', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {scheduling: {stacked: true}, land: {review: true}}
tasks:
  - {id: a, run: "echo a > a.txt"}
  - {id: m, run: "test -e a.txt", dependencies: [a]}
  - {id: n, run: "ls > n.txt", dependencies: [m]}
`,
    })
    await shop.conductor('run', 'tasks.yaml', '--no-ui')
    await shop.conductor('cancel', 'a', '--no-ui')
    for (const ask of ['retry', 'merge']) {
      const { code, stderr } = await shop.conductor(ask, 'n', '--no-ui')
      expect([code, stderr]).toEqual([2, expect.stringContaining('"n" comes after "a"')])
    }
    await shop.conductor('retry', 'a', '--no-ui')
    await shop.conductor('approve', 'a', '--no-ui')
    expect((await shop.conductor('approve', 'n', '--no-ui')).code).toBe(0)
    expect(shop.landed('n.txt')).toContain('a.txt')
  })

  it('stops what is built on a task that is given up', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {scheduling: {stacked: true}, land: {review: true}}
tasks:
  - {id: a, run: "echo a > a.txt"}
  - {id: b, run: "echo b > b.txt; echo up; sleep 307", dependencies: [a]}
`,
    })
    const running = shop.begin('run', 'tasks.yaml', '--no-ui')
    await running.says('b  started')
    expect((await shop.conductor('cancel', 'a')).stdout).toContain('1 dependent task is affected')
    const { code, stdout } = await running.done
    expect(code).toBe(1)
    expect(stdout).toContain('b  stopped\n')
    expect(stdout).toContain('b  skipped: a did not land')
  })

  it('lets a task in its worktree ask the run it belongs to', async () => {
    await using shop = repository({
      'tasks.yaml': `tasks: [{id: a, run: "${process.execPath} ${BIN} add b --run 'echo b > b.txt'"}]\n`,
    })
    const { code, stdout, stderr } = await shop.conductor('run', 'tasks.yaml', '--no-web')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('b  added by a')
    expect(shop.landed('b.txt')).toBe('b')
  })

  it('is refused where there is no commit that agents could start from', async () => {
    await using shop = repository({ 'tasks.yaml': 'tasks: [{id: a, run: "true"}]\n' })
    shop.git('checkout', '-q', '--orphan', 'empty')
    const { code, stderr } = await shop.conductor('run', 'tasks.yaml')
    expect(code).toBe(2)
    expect(stderr).toContain('has no commit yet')
    expect(stderr).toContain('--isolation none')
    expect((await shop.conductor('run', 'tasks.yaml', '--isolation', 'none')).code).toBe(0)
  })

  it('says that uncommitted changes are not seen, and begins where a subfolder of the checkout is', async () => {
    await using shop = repository({
      'inner/a.txt': 'a\n',
      'tasks.yaml': 'tasks: [{id: a, run: "test -f a.txt && echo b > b.txt"}]\n',
    })
    shop.write('inner/a.txt', 'changed\n')
    const { stderr, code } = await shop.conductor('run', 'tasks.yaml')
    expect(stderr).toContain('do not see your uncommitted changes')
    expect(code).toBe(1)
  })
})

describe('landing', () => {
  it('[L3] checks the merged tree, and lands nothing that fails together though each passes alone', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {check: "test $(ls *.txt | wc -l) -le 1", parallel: 2}
tasks:
  - {id: a, run: "echo a > a.txt"}
  - {id: b, run: "echo b > b.txt; sleep 0.3"}
`,
    })
    const summary = (await shop.json('run', 'tasks.yaml')) as Summary
    expect(statuses(summary)).toEqual({ a: 'landed', b: 'review' })
    expect(summary.results[0]!.checked).toBe(true)
    expect(summary.results[1]!.error).toContain('the check fails on the merged result')
    expect(shop.landed('a.txt')).toBe('a')
    expect(shop.landed('b.txt')).toBe(null)
    expect(shop.git('show', 'task-b:b.txt')).toBe('b')
  })

  it('[L4] gives a conflict to a resolving agent once', async () => {
    await using shop = repository({
      'list.txt': 'begin\nend\n',
      'tasks.yaml': `
config:
  parallel: 2
  land: {resolver: fixer}
  agents: {fixer: {command: "cat > /dev/null; sed -i '/^[<=>]\\\\{7\\\\}/d' list.txt"}}
tasks:
  - {id: a, run: "sed -i 's/begin/begin\\\\na/' list.txt"}
  - {id: b, run: "sed -i 's/begin/begin\\\\nb/' list.txt; sleep 0.3"}
`,
    })
    const summary = (await shop.json('run', 'tasks.yaml')) as Summary
    expect(statuses(summary)).toEqual({ a: 'landed', b: 'landed' })
    expect(shop.landed('list.txt')).toMatch(/^begin\n(a\nb|b\na)\nend$/)
    expect(summary.landing).toMatchObject({ conflicts: 1, merge_success_rate: 0.5 })
    expect(summary.results[1]!.attempts).toBe(2)
  })

  it('[L4] then gives it to the human, with the files and their three versions', async () => {
    await using shop = repository({
      'list.txt': 'begin\n',
      'tasks.yaml': `
config: {parallel: 2, land: {resolver: fixer}, agents: {fixer: {command: "cat > prompt.txt; exit 1"}}}
tasks:
  - {id: a, run: "echo a > list.txt"}
  - {id: b, run: "echo b > list.txt; sleep 0.3"}
  - {id: c, dependencies: [b], run: "cat list.txt > c.txt"}
`,
    })
    const run = await shop.conductor('run', 'tasks.yaml')
    expect(run.code).toBe(1)
    expect(run.stdout).toContain('b needs you: conflicts in list.txt')
    const explained = (await shop.conductor('explain', 'b')).stdout
    const [base, target, task] = [...explained.matchAll(/git show ([0-9a-f]+)/g)].map(
      ([, blob]) => blob!,
    )
    expect([base, target, task].map((blob) => shop.git('show', blob!))).toEqual(['begin', 'a', 'b'])
    const worktree = `${shop.path}-task-b`
    expect(readFileSync(join(worktree, 'list.txt'), 'utf8')).toBe('b\n')
    expect(shop.git('-C', worktree, 'status', '--porcelain')).toBe('')
    expect(() => shop.git('-C', worktree, 'merge', 'conductor/run-1')).toThrow('Command failed')
    const early = await shop.conductor('approve', 'b')
    expect(early.code).toBe(1)
    expect(early.stdout).toContain('b  needs you: there are still conflict markers in list.txt')
    const attention = (await shop.conductor('attention')).stdout
    expect(attention).toMatch(/CONFLICT[^]*there are still conflict markers in list\.txt/)
    expect(attention).toMatch(
      /once you have resolved it in its worktree \(conductor worktrees open b\)$/m,
    )
    write(worktree, 'list.txt', 'a and b\n')
    const { code, stdout } = await shop.conductor('approve', 'b')
    expect([code, stdout]).toEqual([0, expect.any(String)])
    expect(shop.landed('c.txt')).toBe('a and b')
  })

  it('[L4] lets the agent resolve what is sent back to it: the merge is begun, and it is told what conflicts', async () => {
    const agent = `
prompt=$(cat)
echo "$prompt" > "$CONDUCTOR_HOME/told-$CONDUCTOR_ATTEMPT"
said() { echo "$prompt" | grep -q "$1"; }
landed() { git show conductor/run-1:list.txt 2> /dev/null | grep -q a; }
if said 'Keep both words'; then
  test -e "$(git rev-parse --git-path MERGE_HEAD)" && echo 'a and b' > list.txt
elif said 'Take both lines'; then
  grep -q '<<<<<<<' other.txt && echo 'a and c' > other.txt
elif said 'The work in this folder is done'; then
  exit 1
else
  until landed || test "$CONDUCTOR_TASK" = b; do sleep 0.2; done
  echo $CONDUCTOR_TASK > $1
  git commit -qam "$CONDUCTOR_TASK"
  until landed; do sleep 0.2; done
  test "$CONDUCTOR_TASK" = b || git rebase -q conductor/run-1
fi
`
    await using shop = repository({
      'list.txt': 'begin\n',
      'other.txt': 'begin\n',
      'agent.sh': agent,
      'tasks.yaml': `
config: {agents: {b: {command: sh agent.sh list.txt}, c: {command: sh agent.sh other.txt}}}
tasks:
  - {id: b, prompt: Write b., agent: b}
  - {id: c, prompt: Write c., agent: c}
  - {id: a, run: "sleep 0.5; echo a | tee list.txt > other.txt"}
`,
    })
    const run = await shop.conductor('run', 'tasks.yaml')
    expect(run.code).toBe(1)
    const session = (attempt: string): object =>
      JSON.parse(readFileSync(join(shop.path, '.conductor', 'sessions', `${attempt}.json`), 'utf8'))
    expect(session('1-b-2')).toMatchObject({
      status: 'stuck',
      stuckReason: 'conflicts in list.txt\nlist.txt (content)',
    })
    const marks = 'conflict markers are left in other.txt'
    expect(session('1-c-1')).toMatchObject({ status: 'stuck', stuckReason: `${marks}\nother.txt` })
    expect(run.stdout).toContain(`c needs you: ${marks}`)
    expect(run.stdout).toMatch(
      /conductor reject b "why" +let its agent resolve it, with the merge already started/,
    )

    const sent = await shop.conductor('reject', 'b', 'Keep both words.')
    expect(sent.stdout).toContain('b  landed')
    expect(shop.landed('list.txt')).toBe('a and b')
    const prompt = readFileSync(join(shop.path, '.conductor', 'told-1-b-3'), 'utf8')
    expect(prompt).toMatch(/Keep both words[^]*stopped at conflicts in these files:\n\n- list\.txt/)
    expect(prompt).not.toContain('Never merge')
    expect(session('1-b-2')).toMatchObject({ status: 'paused', stuckReason: null })

    expect((await shop.conductor('reject', 'c', 'Take both lines.')).code).toBe(0)
    expect(shop.landed('other.txt')).toBe('a and c')
    expect(session('1-c-1')).toMatchObject({ status: 'paused', stuckReason: null })
  })

  it('[L4] runs a plain command that is sent back after a conflict anew, on what has landed', async () => {
    await using shop = repository({
      'list.txt': 'begin\n',
      'tasks.yaml': `
config: {land: {review: true}}
tasks:
  - {id: a, run: "echo a >> list.txt"}
  - {id: b, run: "cp list.txt seen.txt; echo b >> list.txt; echo \\"$CONDUCTOR_GUIDANCE\\" > told.txt"}
`,
    })
    await shop.conductor('run', 'tasks.yaml')
    await shop.conductor('approve', 'a')
    const conflict = await shop.conductor('approve', 'b')
    expect(conflict.stdout).toContain('b needs you: conflicts in list.txt')
    expect(conflict.stdout).toMatch(/reject b "why" +run its command again on the landed work/)
    const sent = await shop.conductor('reject', 'b', 'Below a.')
    expect(sent.stdout).toContain('b  needs you: waits for your approval')
    expect((await shop.conductor('approve', 'b')).code).toBe(0)
    expect(shop.landed('seen.txt')).toBe('begin\na')
    expect(shop.landed('list.txt')).toBe('begin\na\nb')
    expect(shop.landed('told.txt')).toMatch(/^Below a\.\n\nThis kept .* conflicts in list\.txt/)
  })

  it('says what was changed since the delivery: diff shows it, and approve lands it', async () => {
    await using shop = repository({
      'tasks.yaml':
        'config: {land: {review: true}}\ntasks:\n  - {id: a, run: "echo a > a.txt"}\n  - {id: b, run: "echo b > b.txt"}\n  - {id: c, run: "echo c > c.txt"}\n',
    })
    await shop.conductor('run', 'tasks.yaml')
    expect((await shop.conductor('diff', 'a')).stderr).toBe('')
    write(`${shop.path}-task-a`, 'a.txt', 'a and more\n')
    write(`${shop.path}-task-a`, 'late.txt', 'late\n')
    const { stdout, stderr } = await shop.conductor('diff', 'a')
    expect(stdout).not.toContain('more')
    expect(stderr).toBe(
      'note: 2 files have been changed in its worktree since the delivery, and land with it when you approve it; see them with `conductor diff --since a`\n',
    )
    const since = (await shop.conductor('diff', '--since', 'a')).stdout
    expect(since).toContain('+a and more')
    expect(since).toContain('+late')
    expect(await shop.json('diff', 'a')).toMatchObject({
      since_delivery: { files_created: 1, files_changed: 1 },
    })
    const both = await shop.conductor('diff', '--since', '--target', 'a')
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot be combined')])
    expect((await shop.conductor('diff', '--since', 'c')).stdout).toBe(
      'Nothing was changed in the worktree of "c" since its delivery.\n',
    )
    write(`${shop.path}-task-c`, 'later.txt', 'later\n')
    gitIn(`${shop.path}-task-c`, 'add', '-A')
    gitIn(`${shop.path}-task-c`, 'commit', '-qm', 'later')
    rmSync(`${shop.path}-task-c`, { recursive: true })
    expect((await shop.conductor('diff', '--since', 'c')).stdout).toContain('+later')
    expect((await shop.conductor('diff', 'c')).stderr).toContain('1 file has been changed')
    const approved = await shop.conductor('approve', 'a')
    expect(approved.stdout).toContain(
      'a  note: 2 files changed in its worktree since the delivery land with it\n',
    )
    expect(shop.landed('late.txt')).toBe('late')
    expect((await shop.conductor('approve', 'b')).stdout).not.toContain('since the delivery')
  })

  it('[L4] lets a check that failed once and then passes land, and says so', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {check: "test -e ../once || { touch ../once; exit 1; }"}
tasks: [{id: a, run: "echo a > a.txt"}]
`,
    })
    const summary = (await shop.json('run', 'tasks.yaml')) as Summary
    expect(statuses(summary)).toEqual({ a: 'landed' })
    expect(summary.landing!.checks).toEqual({ passed: 1, failed: 1, flakes: 1 })
  })

  it('[L4] does not blame a task for a check that fails without it, too', async () => {
    await using shop = repository({
      'tasks.yaml': 'config: {check: "exit 3"}\ntasks: [{id: a, run: "echo a > a.txt"}]\n',
    })
    const summary = (await shop.json('run', 'tasks.yaml')) as Summary
    expect(summary.results[0]).toMatchObject({ status: 'review' })
    expect(summary.results[0]!.error).toContain('fails on the target without it, too')
  })

  it('lands tasks that predict the same files without a conflict', async () => {
    const tasks = Array.from({ length: 6 }, (_, i) => {
      const file = `list-${i % 2}.txt`
      return `  - {id: t${i}, files: [${file}], run: "echo ${i} >> ${file}; sleep 0.05"}`
    })
    await using shop = repository({
      'tasks.yaml': `config: {parallel: 3}\ntasks:\n${tasks.join('\n')}\n`,
    })
    const summary = (await shop.json('run', 'tasks.yaml')) as Summary
    expect(summary.tasks.landed).toBe(6)
    expect(summary.landing).toMatchObject({ conflicts: 0, merge_success_rate: 1 })
    expect(shop.landed('list-0.txt')!.split('\n')).toHaveLength(3)
  })

  it('[L4] gives a merge that an agent began and could not end to the human', async () => {
    await using shop = repository({
      'list.txt': 'begin\n',
      'tasks.yaml': `tasks: [{id: a, run: "echo a > list.txt; git commit -qam a; git merge -q other; true"}]\n`,
    })
    shop.git('checkout', '-q', '-b', 'other')
    shop.write('list.txt', 'other\n')
    shop.git('commit', '-qam', 'other')
    shop.git('checkout', '-q', 'main')
    const { code, stdout } = await shop.conductor('run', 'tasks.yaml')
    expect(code).toBe(1)
    expect(stdout).toContain('a needs you: conflict markers are left in list.txt')
    expect((await shop.conductor('attention')).stdout).toContain('CONFLICT')
  })

  it('[L5] bisects a red train: what is good lands, what is bad is named', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {check: "! test -e bad.txt", parallel: 1, land: {train: 8, parallel_checks: 1}, scheduling: {strict_batches: true}}
tasks:
${['a', 'b', 'bad', 'c', 'd'].map((id) => `  - {id: ${id}, run: "echo ${id} > ${id}.txt"}`).join('\n')}
`,
    })
    const summary = (await shop.json('run', 'tasks.yaml')) as Summary
    expect(statuses(summary)).toEqual({
      a: 'landed',
      b: 'landed',
      bad: 'review',
      c: 'landed',
      d: 'landed',
    })
    const trains = eventsIn(shop.path).flatMap((e) =>
      e.type === 'landing-started' ? [e.tasks] : [],
    )
    expect(trains[0]).toEqual(['a', 'b', 'bad', 'c', 'd'])
    expect(trains.length).toBeLessThan(8)
  })

  it('[L2] finds a landing again by its message when nobody lived to write it down', async () => {
    await using shop = repository({
      'tasks.yaml': 'config: {check: "sleep 3"}\ntasks: [{id: a, run: "echo a > a.txt"}]\n',
    })
    const running = shop.start('run', 'tasks.yaml')
    await running.says('being checked')
    running.signal('SIGKILL')
    await running.done
    const [started] = eventsIn(shop.path).filter((event) => event.type === 'landing-started')
    shop.git('update-ref', 'refs/heads/conductor/run-1', started!.commit)
    const { code, stdout } = await shop.conductor('resume')
    expect(code).toBe(0)
    expect(stdout).not.toContain('being checked')
    const landed = eventsIn(shop.path).find((event) => event.type === 'task-landed')
    expect(landed).toMatchObject({ commit: started!.commit })
  })

  it('[L6] rebuilds when somebody else has moved the target meanwhile, and removes a lock that a git which crashed has left on it', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {check: "until test -e ../$(ls ?.txt | tail -1).go; do sleep 0.05; done"}
tasks:
  - {id: a, run: "echo a > a.txt"}
  - {id: b, dependencies: [a], run: "echo b > b.txt"}
`,
    })
    const letGo = (task: string): void => write(dirname(shop.path), `${task}.txt.go`, '')
    const running = shop.begin('run', 'tasks.yaml')
    await running.says('being checked')
    const tree = shop.git('rev-parse', 'main^{tree}')
    const other = shop.git('commit-tree', '-p', 'conductor/run-1', '-m', 'by hand', tree)
    shop.git('update-ref', 'refs/heads/conductor/run-1', other)
    letGo('a')
    await running.says('someone moved the target')

    await running.says(/b {2}.*being checked/)
    const lock = join(shop.path, '.git/refs/heads/conductor/run-1.lock')
    writeFileSync(lock, '')
    utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
    letGo('b')
    const { code, stdout } = await running.done
    expect([code, stdout]).toEqual([0, expect.stringContaining('note: removed')])
    expect(existsSync(lock)).toBe(false)
    expect(shop.git('log', '--format=%s', 'conductor/run-1')).toContain('by hand')
    expect([shop.landed('a.txt'), shop.landed('b.txt')]).toEqual(['a', 'b'])
    expect(eventsIn(shop.path).map(({ sequence }, i) => sequence === i + 1)).not.toContain(false)
  })

  it('[L7] lands into a branch the user names, but never into one that is checked out', async () => {
    const tasks = 'config: {land: {into: trunk}}\ntasks: [{id: a, run: "echo a > a.txt"}]\n'
    await using shop = repository({ 'tasks.yaml': tasks })
    shop.git('branch', 'trunk')
    expect((await shop.conductor('run', 'tasks.yaml')).code).toBe(0)
    expect(shop.landed('a.txt', 'trunk')).toBe('a')
    shop.write('tasks.yaml', tasks.replace('trunk', 'main'))
    const { code, stderr } = await shop.conductor('run', 'tasks.yaml')
    expect(code).toBe(2)
    expect(stderr).toContain('"main" is checked out in')
  })

  it('[L8] tells of a collision while both work, before either lands', async () => {
    await using shop = repository({
      'list.txt': 'begin\n',
      'tasks.yaml': `
config: {parallel: 2}
tasks:
  - {id: a, run: "echo a > list.txt; while ! test -e ../go; do sleep 0.1; done"}
  - {id: b, run: "echo b > list.txt; while ! test -e ../go; do sleep 0.1; done"}
`,
    })
    const running = shop.begin('run', 'tasks.yaml')
    await running.says(/a and b {2}will collide in list.txt/)
    const status = (await shop.conductor('status')).stdout
    expect(status).toContain('Will collide with b in list.txt')
    expect(status).toContain('Files changed: 1 (+1, -1)')
    expect((await shop.conductor('explain', 'a')).stdout).toContain('with b in list.txt')
    expect((await shop.conductor('diff', 'a')).stdout).toContain('+a')
    write(dirname(shop.path), 'go', '')
    expect((await running.done).code).toBe(1)
  })
})

describe('a human in the loop', () => {
  const plan = `
config: {land: {review: true}, agent: echo, agents: {echo: {command: "cat >> said.txt"}}}
tasks: [{id: a, prompt: "Write it down."}]
`

  it('approves each delivery when that was asked for, or sends it back with a reason', async () => {
    await using shop = repository({ 'tasks.yaml': plan })
    expect((await shop.conductor('run', 'tasks.yaml')).code).toBe(1)
    expect((await shop.conductor('diff', 'a', '--stat')).stdout).toContain('said.txt')
    const back = await shop.conductor('reject', 'a', 'say it louder')
    expect(back.code).toBe(1)
    expect(back.stdout).toContain('a  sent back: say it louder')
    const diff = (await shop.conductor('diff', 'a')).stdout
    expect(diff).toContain('+Write it down.')
    expect(diff).toContain('+say it louder')
    expect((await shop.conductor('diff', 'a', '--target')).stdout).toBe(diff)
    expect((await shop.conductor('merge')).code).toBe(0)
    expect(shop.landed('said.txt')).toContain('say it louder')
    expect((await shop.conductor('diff', 'a')).stdout).toBe(diff)
    const landed = (await shop.conductor('diff', 'a', '--target')).stdout
    expect(landed).toBe('"a" has nothing that conductor/run-1 lacks.\n')
    expect((await shop.conductor('merge')).stdout).toContain('Nothing waits')
  })

  it('[W8] does not take the place of an agent while a delivery waits for a person, who opens its folder again', async () => {
    await using shop = repository({
      'tasks.yaml': `
config: {parallel: 1, max_worktrees: 1, check: "! test -e bad.txt"}
tasks:
  - {id: bad, run: "echo bad > bad.txt"}
  - {id: next, needs_human: true, run: "echo next > next.txt"}
`,
    })
    expect((await shop.conductor('run', 'tasks.yaml')).stdout).toContain('bad  needs you')
    const approved = await shop.conductor('approve', 'bad')
    expect(approved.stdout).toMatch(/bad {2}will land[^]*bad {2}needs you/)
    const { code, stdout } = await shop.conductor('approve', 'next')
    expect(stdout).toContain('next  landed')
    expect(code).toBe(1)
    // The other lane has taken its folder: no output names the folder any more, and the printed command makes it again.
    const folder = `${shop.path}-task-bad`
    const way = 'conductor worktrees open bad'
    expect(existsSync(folder)).toBe(false)
    expect(stdout).toContain(`approve bad         once you have fixed it in its worktree (${way})`)
    const explained = (await shop.conductor('explain', 'bad')).stdout
    expect(explained).toContain(`worktree         gone; ${way} makes it again`)
    const session = readFileSync(join(shop.path, '.conductor/sessions/1-bad-1.json'), 'utf8')
    expect(JSON.parse(session)).toMatchObject({ branch: 'task-bad', worktreePath: null })
    const opened = await shop.conductor('worktrees', 'open', 'bad')
    expect(opened.stdout).toContain('Made ../shop-task-bad again from branch task-bad.')
    expect((await shop.conductor('worktrees')).stdout).toMatch(/shop-task-bad .* clean/)
    renameSync(join(folder, 'bad.txt'), join(folder, 'good.txt'))
    expect(await shop.json('worktrees', 'open', '--run', '1', 'bad')).toMatchObject({
      is_new: false,
    })
    expect((await shop.conductor('explain', 'bad')).stdout).toContain(folder)
    expect((await shop.conductor('approve', 'bad')).code).toBe(0)
    expect(shop.landed('good.txt')).toBe('bad')
    expect(await shop.conductor('worktrees', 'open', 'bad')).toMatchObject({ code: 2 })
  })

  it.each([
    ['the task', ['slow']],
    ['the run', []],
  ] as const)(
    'may land what was cut off with its coordinator and then cancelled, with %s',
    async (_, cancelled) => {
      await using shop = repository({
        'tasks.yaml': `tasks: [{id: slow, run: "echo half > slow.txt; while ! test -e ../go; do sleep 0.1; done"}]\n`,
      })
      const running = shop.start('run', 'tasks.yaml', '--no-ui')
      const folder = `${shop.path}-task-slow`
      await until('it has written something', () => existsSync(join(folder, 'slow.txt')))
      running.signal('SIGKILL')
      await running.done
      const { code, stderr } = await shop.conductor('cancel', ...cancelled)
      expect(code).toBe(1)
      expect(stderr).toContain('1 attempt cut off with the earlier coordinator')
      expect(stderr).not.toContain('will run again')
      expect(shop.git('-C', folder, 'status', '--porcelain')).toBe('')
      expect((await shop.conductor('diff', 'slow')).stdout).toContain('+half')
      expect((await shop.conductor('worktrees')).stdout).toMatch(/shop-task-slow .* kept /)
      expect((await shop.conductor('merge', '--check', 'slow')).code).toBe(0)
      await shop.conductor('worktrees', 'remove', 'task-slow')
      expect((await shop.conductor('merge', 'slow', '--no-ui')).code).toBe(0)
      expect(shop.landed('slow.txt')).toBe('half')
    },
  )

  it('may land what failed', async () => {
    await using shop = repository({
      'tasks.yaml': 'tasks: [{id: a, run: "echo a > a.txt; exit 1"}]\n',
    })
    expect((await shop.conductor('run', 'tasks.yaml')).code).toBe(1)
    expect(shop.git('show', 'task-a:a.txt')).toBe('a')
    expect(shop.git('log', '-1', '--format=%B', 'task-a')).toContain('Conductor-Leftover')
    expect((await shop.conductor('merge', 'a')).code).toBe(0)
    expect(shop.landed('a.txt')).toBe('a')
  })

  it('is not shown as landed what an earlier attempt left, when the last one changed nothing', async () => {
    await using shop = repository({
      'tasks.yaml': `tasks: [{id: a, run: "test -e ../tried && exit; touch ../tried; echo a > junk.txt; exit 3"}]\n`,
    })
    expect((await shop.conductor('run', 'tasks.yaml')).code).toBe(1)
    expect((await shop.conductor('diff', 'a')).stdout).toContain('+a')
    const again = await shop.conductor('retry', 'a')
    expect(again.code).toBe(0)
    expect(again.stdout).not.toContain('quality')
    expect(shop.landed('junk.txt')).toBeNull()
    const explained = (await shop.conductor('explain', 'a')).stdout
    expect(explained).toContain('landed: it has changed nothing')
    expect(explained).not.toMatch(/delivered|quality/)
    expect((await shop.conductor('diff', 'a')).stdout).toBe('"a" has not changed anything.\n')
    const { results } = (await shop.json('report')) as Summary
    expect(results).toMatchObject([{ status: 'landed', files: null, quality: null }])
  })
})
