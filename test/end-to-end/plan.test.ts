/** From words to a plan, typed as a user does: without a model, so the plan is made offline. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder, repository, type Folder, type FolderOptions } from '../conductor.ts'

const SPEC = `# Notes app

- [ ] Data model for notes
- [ ] List of notes, after the data model
- [ ] Search, depends on the list of notes
`

/** Foresight has a process of its own, and is tested elsewhere. */
const PLAIN: FolderOptions = { environment: { CONDUCTOR_COLLISIONS_FORESEE: 'false' } }

describe('conductor plan', () => {
  it('writes a task file that can be run, says what would happen, and what to type next', async () => {
    await using place = repository({ 'README.md': 'A shop.\n' }, PLAIN)
    const { code, stdout, stderr } = await place.conductor(
      'plan',
      'Todo app with login and sharing',
      '-p',
      '3',
    )
    expect(code).toBe(0)
    expect(stderr).toMatch(/^initialized .*\nanalysing .*\nplanning .*\nready .*6 tasks/)
    expect(stdout).toMatch(/^Todo app with login and sharing: moderate, 6 tasks, planned offline\n/)
    for (const label of [
      'Start at once',
      'Longest chain',
      'Time',
      'Agents',
      'Cost',
      'Needs you first',
    ])
      expect(stdout).toContain(`\n  ${label} `)
    expect(stdout).toMatch(/Wrote tasks\.yaml and \.conductor\/plan\.json\./)
    const shown = await place.conductor('plan', 'show')
    expect([shown.code, shown.stdout.split('\n')[0]]).toEqual([0, 'tasks.yaml: moderate, 6 tasks'])
    const [flags, same] = [stdout, shown.stdout].map((text) =>
      text.match(/[\w-]+: sensitive\. .*/g),
    )
    expect([flags?.length, same]).toEqual([expect.any(Number), flags])
  })

  it('tells programs everything in one document, and keeps it', async () => {
    // Two plans that were killed while they were written, and a file of the user.
    const left = ['tasks.yaml.123.new', '.conductor-123.new', 'notes.new']
    await using place = repository(
      { 'spec.md': SPEC, ...Object.fromEntries(left.map((name) => [name, 'tas'])) },
      PLAIN,
    )
    for (const name of left) utimesSync(join(place.path, name), 0, 0)
    const { stdout } = await place.conductor('plan', 'spec.md', '--offline', '--json')
    const document = JSON.parse(stdout)
    expect(document).toMatchObject({
      name: 'Notes app',
      state: 'queue_ready',
      execution_model: 'task_queue',
      planned_by: { backend: 'offline', model: null },
      offline_because: null,
      analysis: { num_tasks: 3, complexity: 'simple', reasoning: expect.any(String) },
      num_tasks: 3,
      workers: 3,
      spent: { cost_usd: null, tokens: 0 },
      changed: { is_new: true },
    })
    expect(left.map((name) => existsSync(join(place.path, name)))).toEqual([false, false, true])
    expect(Object.keys(document.dependencies)).toHaveLength(2)
    expect(document.batches[0]).toMatchObject({ batch_id: 1, can_parallel: false, depends_on: [] })
    const fields = ['batch_id', 'task_ids', 'can_parallel', 'depends_on']
    const inBatches = document.batches.map((batch: Record<string, unknown>) =>
      Object.fromEntries(fields.map((field) => [field, batch[field]])),
    )
    place.write('.conductor/config.yaml', 'agent: house\nagents: {house: {command: "true"}}\n')
    expect(await place.json('validate', 'tasks.yaml')).toMatchObject({ batches: inBatches })
    expect(JSON.parse(readFileSync(join(place.path, '.conductor/plan.json'), 'utf8'))).toEqual(
      document,
    )
  })

  it('keeps what people changed when it plans again, shows the difference, and can be undone', async () => {
    await using place = repository({ 'spec.md': SPEC }, PLAIN)
    await place.conductor('plan', 'spec.md')
    const before = readFileSync(join(place.path, 'tasks.yaml'), 'utf8')
    place.write('tasks.yaml', before.replace('estimate: 30m', 'estimate: 2h # I know better'))
    place.write('spec.md', `${SPEC}- [ ] Tags for notes\n`)
    const { stdout } = await place.conductor('plan', 'spec.md')
    const after = readFileSync(join(place.path, 'tasks.yaml'), 'utf8')
    expect(after).toContain('estimate: 2h # I know better')
    expect(after).toContain('Tags for notes')
    expect(stdout).toMatch(/Changes:\n +\+ /)
    expect(stdout).toMatch(/Your own changes stay:\n/)
    const [, undo] = /^To undo: (cp .+)$/m.exec(stdout)!
    execFileSync('sh', ['-c', undo!], { cwd: place.path })
    expect(readFileSync(join(place.path, 'tasks.yaml'), 'utf8')).toContain('I know better')
    expect(readFileSync(join(place.path, 'tasks.yaml'), 'utf8')).not.toContain('Tags for notes')
  })

  it.each([
    [[], /there is nothing to plan/],
    [['missing.md'], /missing\.md/],
    [['./missing'], /missing does not exist/],
    [['.'], /is a directory\n +name a text file/],
    [['--interactive', 'a shop'], /--interactive needs a terminal/],
    [['--offline', '--backend', 'api', 'a shop'], /cannot be used with/],
  ])('refuses %j and writes nothing', async (words, says) => {
    await using place = folder({})
    const { code, stderr } = await place.conductor('plan', ...words)
    expect(code).toBe(2)
    expect(stderr).toMatch(says)
    expect(existsSync(join(place.path, 'tasks.yaml'))).toBe(false)
    expect(existsSync(join(place.path, '.conductor'))).toBe(false)
  })

  it.each([
    ['only code', '```js\nconst a = 1\n```\n', /the requirements are only code/],
    ['too long', 'Add a page.\n'.repeat(40_000), /at most 400000 can be planned at once/],
  ])('refuses a specification that is %s', async (_what, text, says) => {
    await using place = folder({ 'spec.md': text })
    const { code, stderr } = await place.conductor('plan', 'spec.md', '--offline')
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)])
    expect(existsSync(join(place.path, 'tasks.yaml'))).toBe(false)
  })

  it.each(['/proc/tasks.yaml', 'file/tasks.yaml'])(
    'refuses %s before a model is asked, because no file can be made there',
    async (out) => {
      await using place = repository({ file: 'text' })
      const { code, stdout, stderr } = await place.conductor('plan', 'A shop', '-o', out)
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/asks.yaml cannot be written.+\n.*another folder with -o/),
      })
    },
  )

  it('replaces the sample tasks of init, as long as nobody has changed them', async () => {
    await using place = repository({ 'spec.md': SPEC }, PLAIN)
    await place.conductor('init')
    const { stdout } = await place.conductor('plan', 'spec.md')
    expect(stdout).toContain('- schema, api, pages, test: the sample tasks of `conductor init`')
    expect(stdout).not.toContain('Your own changes stay')
    const ids = (text: string) => [...text.matchAll(/^ +- id: (.+)$/gm)].map(([, id]) => id)
    expect(ids(readFileSync(join(place.path, 'tasks.yaml'), 'utf8'))).toHaveLength(3)
    const [, undo] = /^To undo: (cp .+)$/m.exec(stdout)!
    execFileSync('sh', ['-c', undo!], { cwd: place.path })
    const sample = readFileSync(join(place.path, 'tasks.yaml'), 'utf8')
    expect(ids(sample)).toEqual(['schema', 'api', 'pages', 'test'])
    place.write('tasks.yaml', sample.replace('sleep 1 && ', ''))
    await place.conductor('plan', 'spec.md')
    expect(ids(readFileSync(join(place.path, 'tasks.yaml'), 'utf8'))).toHaveLength(7)
  })

  it('refuses a file that is a link to nothing', async () => {
    await using place = folder({})
    symlinkSync('gone.yaml', join(place.path, 'tasks.yaml'))
    const { code, stderr } = await place.conductor('plan', 'Todo app', '--offline')
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('tasks.yaml is a link to gone.yaml, which does not exist'),
    ])
    expect(existsSync(join(place.path, 'gone.yaml'))).toBe(false)
  })

  it('writes nothing into a bare repository', async () => {
    await using place = folder({})
    execFileSync('git', ['init', '--bare', '--quiet', place.path])
    const before = readdirSync(place.path)
    const { code, stderr } = await place.conductor('plan', 'a shop', '--offline')
    expect([code, stderr]).toEqual([2, expect.stringContaining('git clone . ../work')])
    expect(readdirSync(place.path)).toEqual(before)
  })

  it('tells programs in JSON, too, what is wrong with the command line', async () => {
    await using place = folder({})
    const { code, stdout, stderr } = await place.conductor('plan', 'x', '--backend', 'y', '--json')
    expect([code, stderr]).toEqual([2, ''])
    expect(JSON.parse(stdout)).toMatchObject({
      error: 'refused',
      message: expect.stringMatching(/^option '--backend <name>' argument 'y' is invalid/),
    })
  })

  it('fails when the backend that was named cannot plan, and writes nothing', async () => {
    await using place = folder({})
    const { code, stderr } = await place.conductor('plan', 'a shop', '--backend', 'api')
    expect(code).toBe(3)
    expect(stderr).toMatch(/analysing failed: ANTHROPIC_API_KEY is not set/)
    expect(existsSync(join(place.path, 'tasks.yaml'))).toBe(false)
  })

  it('loses none of two plans that are made at once', async () => {
    await using place = repository({ 'a.txt': 'a\n' }, PLAIN)
    const both = ['Write the manual', 'Add a search page'].map(
      (wish) => place.begin('plan', wish).done,
    )
    for (const { code } of await Promise.all(both)) expect(code).toBe(0)
    const kept = readdirSync(join(place.path, '.conductor/plans')).map((file) =>
      join('.conductor/plans', file),
    )
    const texts = ['tasks.yaml', ...kept].map((file) =>
      readFileSync(join(place.path, file), 'utf8'),
    )
    expect(texts.join('')).toContain('Write the manual')
    expect(texts.join('')).toContain('Add a search page')
    expect(readdirSync(place.path).filter((file) => file.endsWith('.new'))).toEqual([])
  })

  it('leaves a task file alone that it cannot read', async () => {
    await using place = folder({ 'tasks.yaml': 'tasks: [{id: a' })
    const { code, stderr } = await place.conductor('plan', 'a shop')
    expect(code).toBe(2)
    expect(stderr).toContain('tasks.yaml:')
    expect(readFileSync(join(place.path, 'tasks.yaml'), 'utf8')).toBe('tasks: [{id: a')
  })

  it('asks no model before it knows that the task file can be read', async () => {
    const config = 'agent: me\nagents: {me: {command: "touch asked"}}\nplanning: {backend: agent}\n'
    await using place = folder({ '.conductor/config.yaml': config, 'tasks.yaml': 'tasks: [{id: a' })
    const { code, stderr } = await place.conductor('plan', 'a shop')
    expect([code, stderr]).toEqual([2, expect.not.stringContaining('analysing')])
  })

  it('refuses to write where a folder is', async () => {
    await using place = folder({})
    mkdirSync(join(place.path, 'tasks.yaml'))
    const { code, stderr } = await place.conductor('plan', 'a shop')
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a directory')])
  })

  it('writes to the file that a link leads to, and leaves nothing else behind', async () => {
    await using place = folder({ 'plans/shop.yaml': 'tasks: [{id: mine, run: "true"}]\n' }, PLAIN)
    symlinkSync('plans/shop.yaml', join(place.path, 'tasks.yaml'))
    const { code, stdout } = await place.conductor('plan', 'a shop')
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/The file had 1 other task before, and keeps it: .* about all \d+\./),
    ])
    expect(lstatSync(join(place.path, 'tasks.yaml')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(place.path, 'plans/shop.yaml'), 'utf8')).toContain('planned_by')
    expect(readdirSync(join(place.path, 'plans'))).toEqual(['shop.yaml'])
  })

  it('is looked at by simulate and foresee before there is an agent', async () => {
    await using place = repository({ 'spec.md': SPEC })
    await place.conductor('plan', 'spec.md')
    expect(await place.conductor('simulate')).toMatchObject({ code: 0 })
    expect(await place.conductor('foresee', '--plan', 'tasks.yaml')).toMatchObject({ code: 0 })
  })

  it('names the files of modules as they are in the repository', async () => {
    await using place = repository({ 'src/router.js': '', 'src/cart/add.js': '' }, PLAIN)
    const spec = '- [ ] Make the router accept regex params\n- [ ] Round the prices in the cart\n'
    place.write('spec.md', spec)
    await place.conductor('plan', 'spec.md')
    const text = readFileSync(join(place.path, 'tasks.yaml'), 'utf8')
    expect(text.match(/files: .*/g)).toEqual(['files: [src/router.js]', 'files: [src/cart/**]'])
  })
})

describe('a plan that is there', () => {
  it('is checked: what should be settled first is exit code 1', async () => {
    await using place = folder({
      'fine.yaml': 'tasks: [{id: a, run: "true"}]\n',
      'open.yaml': 'tasks: [{id: a, run: "true", flags: [needs_design]}]\n',
      'billing.yaml': 'tasks: [{id: a, run: "true", flags: [sensitive]}]\n',
    })
    expect(await place.conductor('plan', 'check', 'fine.yaml')).toMatchObject({ code: 0 })
    const billing = await place.conductor('plan', 'check', 'billing.yaml')
    expect([billing.code, billing.stdout]).toEqual([
      0,
      expect.stringMatching(/fine.*\nSensitive; /),
    ])
    const open = await place.conductor('plan', 'check', 'open.yaml')
    expect([open.code, open.stdout]).toEqual([
      1,
      expect.stringContaining('  - a: needs a design first. The task file says so.'),
    ])
  })

  it('is edited with the editor of the user, then checked', async () => {
    const environment = { EDITOR: `sh -c 'echo "# seen" >> "$0"'` }
    const files = { 'tasks.yaml': 'tasks: [{id: a, run: "true"}]\n' }
    await using place = folder(files, { environment })
    expect((await place.start('plan', 'edit').done).code).toBe(0)
    expect(readFileSync(join(place.path, 'tasks.yaml'), 'utf8')).toContain('# seen')
    expect(await place.conductor('plan', 'edit', 'other.yaml')).toMatchObject({ code: 2 })
  })
})

describe('hints about plans, typed where they are said', () => {
  const AGENT = {
    '.conductor/config.yaml': 'agent: me\nagents: {me: {command: "cat > /dev/null"}}\n',
  }
  const HINT = /(?:^|[\s:(`])(conductor (?:plan|run|validate|foresee|doctor)\b[^\n`,;)]*)/gm
  const hintsIn = (said: string): readonly string[] =>
    [...said.matchAll(HINT)].map(([, hint]) =>
      hint!
        .trim()
        .replace(/ {2,}.*$/, '')
        .replace(/\.$/, ''),
    )
  const type = (place: Folder, hint: string): Promise<{ code: number | null }> =>
    place.conductor(
      ...hint
        .match(/"[^"]*"|\S+/g)!
        .slice(1)
        .map((word) => word.replaceAll('"', '')),
    )

  it('when there is nothing to plan, or no file to edit', async () => {
    await using place = folder({ ...AGENT, 'spec.md': SPEC }, PLAIN)
    const { stderr } = await place.conductor('plan')
    expect(hintsIn(stderr)).toEqual([
      'conductor plan "Todo app with login"',
      'conductor plan spec.md',
    ])
    for (const hint of hintsIn(stderr)) expect(await type(place, hint)).toMatchObject({ code: 0 })
    const missing = await place.conductor('plan', 'edit', 'other.yaml')
    expect(hintsIn(missing.stderr)).toEqual(['conductor plan "what you want" --out other.yaml'])
    expect(await type(place, hintsIn(missing.stderr)[0]!)).toMatchObject({ code: 0 })
    expect(existsSync(join(place.path, 'other.yaml'))).toBe(true)
    const text = await place.conductor('run', 'spec.md')
    expect(hintsIn(text.stderr)).toEqual([
      'conductor run --requirements spec.md',
      'conductor plan spec.md',
    ])
    for (const hint of hintsIn(text.stderr))
      expect(await type(place, hint)).toMatchObject({ code: 0 })
  })

  it('when a plan was made, in its file, and before a run with flags', async () => {
    await using place = repository({ 'spec.md': SPEC }, PLAIN)
    for (const [file, text] of Object.entries(AGENT)) place.write(file, text)
    const { stdout } = await place.conductor('plan', 'Todo app with login and sharing')
    const hints = [
      ...hintsIn(stdout),
      ...hintsIn(readFileSync(join(place.path, 'tasks.yaml'), 'utf8')),
    ]
    expect(hints).toEqual([
      'conductor plan show tasks.yaml',
      expect.stringMatching(/^conductor run tasks\.yaml -p \d$/),
      'conductor validate',
    ])
    for (const hint of hints) expect(await type(place, hint)).toMatchObject({ code: 0 })
    const flagged = '{id: t%, prompt: "TBD?", flags: [needs_design]}'
    const tasks = [1, 2, 3, 4].map((n) => `  - ${flagged.replace('%', String(n))}\n`)
    place.write('tasks.yaml', `tasks:\n${tasks.join('')}`)
    const { stderr } = await place.conductor('run', '--no-ui')
    expect(hintsIn(stderr)).toEqual(['conductor plan check'])
    expect(await type(place, 'conductor plan check')).toMatchObject({ code: 1 })
  })

  it('in the examples of its help', async () => {
    await using place = repository({ 'spec.md': SPEC }, PLAIN)
    for (const [file, text] of Object.entries(AGENT)) place.write(file, text)
    const { stdout } = await place.conductor('plan', '--help')
    const examples = hintsIn(stdout.slice(stdout.indexOf('Examples')))
    expect(examples).toHaveLength(7)
    // Codex is not installed here, and the repository has no remote with issues.
    for (const hint of examples)
      expect({ hint, ...(await type(place, hint)) }).toMatchObject({
        code: hint.includes('codex') ? 3 : hint.includes('--issues') ? 2 : 0,
      })
  })

  it('when the text to foresee is missing, or there are two questions', async () => {
    await using place = repository({ 'src/router.ts': 'export const router = 1\n' })
    for (const [file, text] of Object.entries(AGENT)) place.write(file, text)
    place.write('tasks.yaml', 'tasks: [{id: a, prompt: change the router}]\n')
    const said = await Promise.all([
      place.conductor('foresee'),
      place.conductor('foresee', 'x', '--plan', 'tasks.yaml'),
      place.conductor('foresee', ' '),
    ])
    const hints = new Set(said.flatMap(({ stderr }) => hintsIn(stderr)))
    expect(hints.size).toBe(3)
    for (const hint of hints)
      expect({ hint, ...(await type(place, hint)) }).toMatchObject({ code: 0 })
  })
})
