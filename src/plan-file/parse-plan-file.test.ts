import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PlanOptions } from './check-plan.ts'
import { parsePlanFile, readPlanFile } from './parse-plan-file.ts'

/** Problems as the command line shows them: `line:column message (hint)`. */
function problems(text: string, options: PlanOptions = {}): readonly string[] {
  const result = parsePlanFile(text, options)
  if (result.ok) return []
  return result.problems.map(
    ({ line, column, message, hint }) => `${line}:${column} ${message}${hint ? ` (${hint})` : ''}`,
  )
}

/** One task with the given lines beside its id and command. */
const task = (lines: string): string => `tasks:\n  - id: api\n    run: make\n    ${lines}\n`

const tasks = (...lines: readonly string[]): string =>
  `tasks:\n${lines.map((line) => `  - {run: make, ${line}}\n`).join('')}`

function parsed(text: string, options: PlanOptions = {}) {
  const result = parsePlanFile(text, options)
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'))
  return result
}

describe('a plan file', () => {
  it('needs only an id and something to do', () => {
    const { plan } = parsed('tasks:\n  - id: api\n    prompt: Build it\n')
    expect(plan.tasks[0]).toMatchObject({
      id: 'api',
      name: 'api',
      work: { is: 'prompt', text: 'Build it' },
      priority: 3,
      estimate: { from: 'default' },
      retry: null,
      timeoutSeconds: null,
    })
  })

  it('says everything a task can have', () => {
    const { plan } = parsed(`
tasks:
  - id: first
    run: make
  - id: api
    name: The API
    prompt: |
      Build it.
    expected_deliverable: an API
    dependencies: [first]
    priority: high
    estimate: 45m
    files: src/api/**
    together_with: first
    apart_from: [last]
    flags: [sensitive, needs_design, sensitive]
    domain: backend
    epic: backend
    agent: claude
    model: opus
    agent_arguments: [--effort, high]
    budget_usd: 2.5
    ask_first: security
    check: npm test
    timeout: 1h30m
    retry_policy: {max_attempts: 5, initial_delay: 250ms, max_delay: 60}
    resources: {cpu: 0.5, memory: 2GiB}
    pr_strategy: patient
    auto_pr_timeout: 10m
    repository: acme/api.server
    needs_human: true
    env: {PORT: 8080, DEBUG: true, NAME: api}
    issue: 12
  - id: last
    run: make
`)
    expect(plan.tasks[1]).toEqual({
      id: 'api',
      name: 'The API',
      work: { is: 'prompt', text: 'Build it.\n' },
      expectedDeliverable: 'an API',
      dependencies: ['first'],
      priority: 1,
      estimate: { seconds: 2700, low: 1350, high: 5400, from: 'file', given: 2700 },
      files: ['src/api/**'],
      foreseen: [],
      togetherWith: ['first'],
      apartFrom: ['last'],
      flags: ['sensitive', 'needs_design'],
      domain: 'backend',
      epic: 'backend',
      agent: 'claude',
      model: 'opus',
      agentArguments: ['--effort', 'high'],
      budgetUsd: 2.5,
      askFirst: ['security'],
      check: 'npm test',
      timeoutSeconds: 5400,
      retry: {
        maxAttempts: 5,
        initialDelaySeconds: 0.25,
        backoffFactor: 2,
        maxDelaySeconds: 60,
        jitter: 0.2,
      },
      resources: { cpu: 0.5, memoryBytes: 2_147_483_648 },
      pullRequest: { strategy: 'patient', timeoutSeconds: 600 },
      repository: 'acme/api.server',
      needsHuman: true,
      environment: { PORT: '8080', DEBUG: 'true', NAME: 'api' },
      issue: 12,
      lane: null,
      continues: null,
    })
  })

  it('gives its config to tasks that say nothing', () => {
    const { plan, settings } = parsed(`
config:
  repository: acme/api
  timeout: 10m
  check: npm test
  default_pr_strategy: manual
  default_auto_pr_timeout: 120
  default_retry_policy: {max_attempts: 2}
  parallel: 4
tasks:
  - {id: a, run: make}
  - {id: b, run: make, timeout: 5m, check: make check, retry_policy: none, pr_strategy: normal}
`)
    expect(plan.tasks[0]).toMatchObject({
      repository: 'acme/api',
      timeoutSeconds: 600,
      check: 'npm test',
      retry: { maxAttempts: 2, jitter: 0.2 },
      pullRequest: { strategy: 'manual', timeoutSeconds: 120 },
    })
    expect(plan.tasks[1]).toMatchObject({
      timeoutSeconds: 300,
      check: 'make check',
      retry: { maxAttempts: 1 },
      pullRequest: { strategy: 'normal', timeoutSeconds: 120 },
    })
    expect(settings.values).toMatchObject({ parallel: 4, default_repository: 'acme/api' })
    expect(settings.lines).toMatchObject({ parallel: 9, default_repository: 3 })
  })

  it('keeps notifications and metadata', () => {
    const { plan, settings } = parsed(`
metadata: {name: Launch, owner: me}
notifications:
  on_complete: [{type: terminal, message: done}]
  on_failure: [{type: sound, file: sad.wav}, {type: command, command: ./tell}]
tasks: [{id: a, run: make}]
`)
    expect(plan.name).toBe('Launch')
    expect(settings.metadata).toEqual({ name: 'Launch', owner: 'me' })
    expect(settings.values.notifications).toEqual({
      on_complete: [{ type: 'terminal', message: 'done' }],
      on_failure: [
        { type: 'sound', file: 'sad.wav' },
        { type: 'command', command: './tell', message: '{task_id}: {text}' },
      ],
    })
  })

  it('understands anchors, aliases and merge keys', () => {
    const { plan } = parsed(`
metadata:
  base: &base {priority: high, timeout: 5m}
tasks:
  - {<<: *base, id: a, run: make}
  - {<<: [*base], id: b, run: make, priority: low}
`)
    expect(plan.tasks.map((t) => [t.priority, t.timeoutSeconds])).toEqual([
      [1, 300],
      [5, 300],
    ])
  })

  it('lets a thousand tasks repeat the same anchor', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `  - {<<: *base, id: t${i}, run: make}\n`)
    const text = `metadata: {base: &base {priority: high}}\ntasks:\n${many.join('')}`
    expect(parsed(text).plan.tasks).toHaveLength(1000)
  })
})

describe('the order of execution', () => {
  it('makes every task of an entry come after all of the entry before', () => {
    const { plan, warnings } = parsed(`
tasks:
  - {id: a, run: make}
  - {id: b, run: make, dependencies: [a]}
  - {id: c, run: make}
  - {id: d, run: make}
execution_order:
  - a
  - parallel: [b, c]
  - d
`)
    expect(plan.tasks.map((t) => t.dependencies)).toEqual([[], ['a'], ['a'], ['b', 'c']])
    expect(warnings).toEqual([])
  })

  it('warns of the tasks it leaves out', () => {
    const { warnings } = parsed(`${tasks('id: a', 'id: b')}execution_order: [a]\n`)
    expect(warnings).toMatchObject([{ line: 4, message: 'the order leaves out "b"' }])
  })

  it.each([
    ['[a, bb]', '4:22 the order names "bb", which is not a task (did you mean "b"?)'],
    ['[a, a]', '4:22 the order names "a" twice (a task runs once: keep one of the two)'],
    ['[]', '4:18 "execution_order" lists no tasks'],
    ['[a, {parallel: []}]', '4:22 "parallel" lists no tasks'],
    ['[a, 5]', '4:22 an entry of the order is a task id, or "parallel: [ids]"'],
    ['[{paralel: [a]}]', '4:20 "paralel" is not a key here (did you mean "parallel"?)'],
    ['[{parallel: a}]', '4:30 "parallel" must be a list, not "a"'],
    ['a', '4:18 "execution_order" must be a list, not "a"'],
  ])('refuses %s', (order, problem) => {
    const text = `${tasks('id: a', 'id: b')}execution_order: ${order}\n`
    expect(problems(text)).toContain(problem)
  })

  it('names itself when it makes tasks wait for each other', () => {
    const text = `${tasks('id: a, dependencies: [b]', 'id: b')}execution_order: [a, b]\n`
    expect(problems(text)).toEqual([
      '2:39 these tasks wait for each other: a -> b -> a (execution_order puts "a" before "b"; one of them must give way)',
    ])
  })
})

describe('groups', () => {
  it('are a list or a mapping', () => {
    const list = '[{name: all, tasks: [a, b], description: both}, {name: one, tasks: [a]}]'
    expect(parsed(`${tasks('id: a', 'id: b')}groups: ${list}\n`).plan.groups).toEqual([
      { name: 'all', tasks: ['a', 'b'], description: 'both' },
      { name: 'one', tasks: ['a'], description: null },
    ])
    expect(parsed(`${tasks('id: a', 'id: b')}groups: {all: [a, b]}\n`).plan.groups).toEqual([
      { name: 'all', tasks: ['a', 'b'], description: null },
    ])
  })

  it.each([
    ['{all: [c]}', '3:16 the group "all" names "c", which is not a task'],
    ['{all: [a, a]}', '3:19 the group "all" names "a" twice'],
    ['{all: []}', '3:15 the group "all" has no tasks'],
    ['[{tasks: [a]}]', '3:10 "name" is missing'],
    ['[{name: x, tasks: [a]}, {name: x, tasks: [a]}]', '3:40 there are two groups called "x"'],
    ['all', '3:9 "groups" must be a mapping (name: value), not "all"'],
  ])('refuses %s', (groups, problem) => {
    expect(problems(`${tasks('id: a')}groups: ${groups}\n`)).toContain(problem)
  })
})

describe('tasks beside each other', () => {
  it('need ids of their own', () => {
    expect(problems(tasks('id: a', 'id: b', 'id: a'))).toEqual([
      '4:21 "a" is already the id of a task in line 2 (every task needs an id of its own)',
    ])
  })

  it('come after tasks that exist, others than themselves, once', () => {
    expect(
      problems(tasks('id: database', 'id: api, dependencies: [databse, api, database, database]')),
    ).toEqual([
      '3:41 task "api" comes after "databse", which is not a task (did you mean "database"?)',
      '3:50 task "api" comes after itself (remove it here)',
      '3:65 task "api" names "database" twice (keep one of the two)',
    ])
  })

  it('do not wait for each other: one problem for each circle, from its first task', () => {
    const text = tasks(
      'id: z, dependencies: [y]',
      'id: c, dependencies: [a]',
      'id: b, dependencies: [c]',
      'id: a, dependencies: [b]',
      'id: x, dependencies: [y]',
      'id: y, dependencies: [x]',
    )
    expect(problems(text)).toEqual([
      '3:39 these tasks wait for each other: c -> a -> b -> c (remove one of these dependencies)',
      '6:39 these tasks wait for each other: x -> y -> x (remove one of these dependencies)',
    ])
  })

  it('may form a chain of ten thousand', () => {
    const chain = Array.from({ length: 10_000 }, (_, i) =>
      i === 0 ? 'id: t0' : `id: t${i}, dependencies: [t${i - 1}]`,
    )
    expect(parsed(tasks(...chain)).plan.tasks).toHaveLength(10_000)
  })

  it('are told all that is wrong at once', () => {
    const text =
      'config: {paralel: 2}\ntasks:\n  - {id: a, run: x, dependencies: [b]}\n  - {id: c}\n'
    expect(problems(text)).toEqual([
      '1:10 "paralel" is not a key here (did you mean "parallel"?)',
      '3:36 task "a" comes after "b", which is not a task',
      '4:5 task "c" has nothing to do (give it a prompt, a command with run, or an issue)',
    ])
  })
})

describe('a task', () => {
  it.each([
    ['name: ""', '4:11 task "api": "name" must be text that says something, not ""'],
    ['name: 7', '4:11 task "api": "name" must be text, not 7 (put it in quotes: "7")'],
    ['name:', '4:5 task "api": "name" has no value (write a value, or remove the line)'],
    ['prompt: too', '3:5 task "api" has both a prompt and a command to run (make it two tasks)'],
    [
      'depends_on: []',
      '4:5 task "api": "depends_on" is not a key here (did you mean "dependencies"?)',
    ],
    ['description: x', '4:5 task "api": "description" is not a key here (did you mean "prompt"?)'],
    ['piority: 1', '4:5 task "api": "piority" is not a key here (did you mean "priority"?)'],
    ['dependencies: a', '4:19 task "api": "dependencies" must be a list, not "a"'],
    [
      'dependencies: [1]',
      '4:20 task "api": item 1 of "dependencies" must be text, not 1 (put it in quotes: "1")',
    ],
    [
      'priority: 6',
      '4:15 task "api": "priority" must be high, medium, low or a number from 1 to 5, not 6',
    ],
    [
      'estimate: soon',
      '4:15 task "api": "estimate" must be a duration such as 45m, 1h30m or 90s, not "soon"',
    ],
    ['timeout: 0', '4:14 task "api": "timeout" must be longer than zero, not 0'],
    ['timeout: -5m', '4:14 task "api": "timeout" must be longer than zero, not "-5m"'],
    ['timeout: 31d', '4:14 task "api": "timeout" must be 30 days at most, not "31d"'],
    [
      'auto_pr_timeout: 59',
      '4:22 task "api": "auto_pr_timeout" must be 60 seconds at least, not 59',
    ],
    [
      'auto_pr_timeout: 3h',
      '4:22 task "api": "auto_pr_timeout" must be 7200 seconds at most, not "3h"',
    ],
    [
      'retry_policy: {max_attempts: 11}',
      '4:34 task "api": "max_attempts" must be a whole number from 1 to 10, not 11',
    ],
    [
      'retry_policy: {initial_delay: 5000}',
      '4:35 task "api": "initial_delay" must be seconds, not 5000 (this looks like milliseconds; write 5, or "5000s")',
    ],
    [
      'retry_policy: {jitter: 0.6}',
      '4:28 task "api": "jitter" must be a number from 0 to 0.5, not 0.6',
    ],
    [
      'retry_policy: often',
      '4:19 task "api": "retry_policy" must be a mapping (key: value), not "often"',
    ],
    ['resources: {cpu: 0}', '4:22 task "api": "cpu" must be a number greater than 0, not 0'],
    [
      'resources: {memory: 512}',
      '4:25 task "api": "memory" must be a size such as 512MB, 4GB or 2GiB, not 512 (say the unit: "512MB")',
    ],
    [
      'pr_strategy: bold',
      '4:18 task "api": "pr_strategy" must be one of create, draft, none, aggressive, normal, patient, manual, not "bold"',
    ],
    [
      'repository: api',
      '4:17 task "api": "repository" must be a repository as owner/name, not "api"',
    ],
    ['needs_human: maybe', '4:18 task "api": "needs_human" must be true or false, not "maybe"'],
    ['env: {A: [1]}', '4:14 task "api": "A" must be text, not a list'],
    ['env: {A-B: x}', '4:16 task "api": "A-B" cannot name an environment variable'],
    ['issue: 0', '4:12 task "api": "issue" must be a whole number of at least 1, not 0'],
    [
      'files: [3]',
      '4:13 task "api": item 1 of "files" must be text, not 3 (put it in quotes: "3")',
    ],
  ])('with %s is refused', (lines, problem) => {
    expect(problems(task(lines))).toEqual([problem])
  })

  it.each([
    ['- 5', '2:3 item 1 of "tasks" must be a mapping (key: value), not 5'],
    ['- {run: make}', '2:3 "id" is missing'],
    [
      '- {id: a b, run: make}',
      '2:8 "id" must be a task id: 1 to 50 letters, digits, "-" and "_", not "a b"',
    ],
    [
      '- {id: a}',
      '2:3 task "a" has nothing to do (give it a prompt, a command with run, or an issue)',
    ],
  ])('written as %s is refused', (entry, problem) => {
    expect(problems(`tasks:\n${entry}\n`)).toEqual([problem])
  })

  it('must fit the machine', () => {
    const machine = { cpu: 8, memoryBytes: 16e9 }
    expect(problems(task('resources: {cpu: 9, memory: 32GB}'), { machine })).toEqual([
      '4:22 task "api" needs 9 CPUs and there is only 8: it could never start (ask for less, or run it on a larger machine)',
      '4:33 task "api" needs 32 GB and there is only 16 GB: it could never start (ask for less, or run it on a larger machine)',
    ])
  })

  it('needs an agent that exists', () => {
    const agents = ['claude', 'codex']
    expect(problems(task('agent: cluade'), { agents })).toEqual([
      '4:12 task "api": there is no agent called "cluade" (did you mean "claude"?)',
    ])
    expect(
      problems(`config: {agent: mine, agents: {mine: {command: x}}}\n${task('agent: mine')}`, {
        agents,
      }),
    ).toEqual([])
    expect(problems(`config: {agent: other}\n${task('agent: codex')}`, { agents })).toEqual([
      '1:17 there is no agent called "other" (the agents here are claude, codex)',
    ])
  })
})

describe('the file as a whole', () => {
  it.each([
    ['', '1:1 the file says nothing'],
    ['# nothing\n', '1:1 the file says nothing'],
    ['- a', '1:1 the file must be a mapping (key: value), not a list'],
    ['config: {}', '1:1 "tasks" is missing'],
    ['tasks: []', '1:8 there are no tasks (add one, with an id and a prompt)'],
    ['tasks: a', '1:8 "tasks" must be a list, not "a"'],
    ['task: []\ntasks: [{id: a, run: b}]', '1:1 "task" is not a key here (did you mean "tasks"?)'],
    [
      'tasks: [{id: a, run: b}]\ntasks: []',
      '2:1 "tasks" is said twice in the same mapping, first in line 1 (keep one of the two)',
    ],
    [
      'tasks: [{id: a, run: b}]\n---\nx: 1',
      '2:1 a second document starts here; one file holds one document (remove the "---", or put the rest into a file of its own)',
    ],
    [
      'tasks: [{id: a, run: b}]\nmetadata: 3',
      '2:11 "metadata" must be a mapping (name: value), not 3',
    ],
    [
      'config: {repository: a/b, default_repository: a/c}\ntasks: [{id: a, run: b}]',
      '1:22 "repository" and "default_repository" are the same setting (keep one of the two)',
    ],
    [
      'notifications: {on_complete: [{type: sound, message: x}]}\ntasks: [{id: a, run: b}]',
      '1:31 a notification of type "sound" has a "file" and nothing else',
    ],
    [
      'notifications: {on_attention: [{type: command, message: x}]}\ntasks: [{id: a, run: b}]',
      '1:32 a notification of type "command" has a "command", may have a "message", and nothing else',
    ],
    [
      'notifications: {on_attention: [{type: webhook, url: "http://example.com/x"}]}\ntasks: [{id: a, run: b}]',
      '1:53 "url" must be an https address, or an http one of this machine, not "http://example.com/x"',
    ],
  ])('written as %j is refused', (text, problem) => {
    expect(problems(text)).toEqual([problem])
  })

  it('is called after its file when it has no name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plan-file-'))
    await writeFile(join(folder, 'launch.yaml'), '\uFEFFtasks:\r\n  - id: a\r\n    run: make\r\n')
    const result = await readPlanFile(join(folder, 'launch.yaml'))
    const missing = await readPlanFile(join(folder, 'lunch.yaml'))
    await rm(folder, { recursive: true })
    expect(result).toMatchObject({ ok: true, plan: { name: 'launch' } })
    expect(missing).toMatchObject({
      ok: false,
      problems: [{ hint: 'did you mean "launch.yaml"?' }],
    })
  })
})

describe('pairs of tasks', () => {
  it('can be let together or kept apart, by either of the two', () => {
    const { plan } = parsed(tasks('id: a, together_with: [b]', 'id: b', 'id: c, apart_from: a'))
    expect(plan.tasks.map(({ togetherWith, apartFrom }) => [togetherWith, apartFrom])).toEqual([
      [['b'], []],
      [[], []],
      [[], ['a']],
    ])
  })

  it('must exist, and must not be both', () => {
    expect(problems(tasks('id: log-in, together_with: [logout]', 'id: log-out'))).toEqual([
      '2:45 task "log-in" names "logout" in together_with, which is not a task (did you mean "log-out"?)',
    ])
    expect(problems(tasks('id: a, apart_from: a'))).toEqual([
      '2:36 task "a" names itself in apart_from (remove it here)',
    ])
    expect(problems(tasks('id: a, together_with: [b]', 'id: b, apart_from: [a]'))).toEqual([
      '3:37 "b" and "a" are to work at the same time and never at the same time (keep one of together_with and apart_from for these two)',
    ])
  })

  it('have thresholds between 0 and 1, and known rules', () => {
    const config = (lines: string): string => `${tasks('id: a')}config:\n  collisions: {${lines}}\n`
    expect(
      parsed(config('apart_above: 0.6, rules: {"*.sql": apart}')).settings.values,
    ).toMatchObject({ collisions: { apart_above: 0.6, rules: { '*.sql': 'apart' } } })
    expect(problems(config('apart_above: 60'))).toEqual([
      '4:29 "apart_above" must be a number from 0 to 1, or auto, not 60 (60 % is 0.6)',
    ])
    expect(problems(config('warn_above: auto'))[0]).toContain('must be a number from 0 to 1')
    expect(problems(config('rules: {"*.lock": never}'))[0]).toContain('one of ignore, warn, apart')
  })

  it('know which flags a task can have', () => {
    expect(problems(task('flags: [dangerous]'))[0]).toContain(
      'one of not_ready, needs_design, sensitive',
    )
  })
})
