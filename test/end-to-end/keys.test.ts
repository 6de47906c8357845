/** Which processes and files the user's secret keys reach, and which they do not. */
import { execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, repository } from '../conductor.ts'
import { until } from '../until.ts'

const KEY = 'not-known-by-its-look-73914'
const environment = {
  GITHUB_TOKEN: KEY,
  LISTED_KEY: 'passed-on',
  // No shell can unset these.
  'odd-name': 'x',
  'BASH_FUNC_which%%': '() { :; }',
}

const PLAN = `
config: {agent: sh, agents: {sh: {command: sh agent.sh, pass: [LISTED_KEY]}}}
tasks:
  - {id: told, prompt: "Say nothing of moonlight."}
  - {id: own, run: "env > own.txt"}
`

const everyFileIn = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())

it('an agent gets the keys that were listed for it, a command of yours gets all', async () => {
  const agent = 'cat > /dev/null; env > told.txt'
  await using place = folder({ 'agent.sh': agent, 'tasks.yaml': PLAN }, { environment })
  const { code } = await place.conductor('run', 'tasks.yaml')
  expect(code).toBe(0)
  const told = readFileSync(join(place.path, 'told.txt'), 'utf8')
  expect(told).not.toContain(KEY)
  expect(told).toContain('LISTED_KEY=passed-on')
  expect(readFileSync(join(place.path, 'own.txt'), 'utf8')).toContain(`GITHUB_TOKEN=${KEY}`)
})

it('neither keys nor prompts are in the list of processes, and no key is in anything we write', async () => {
  // The agent prints a key that it was given, and a private key in two pieces.
  const agent = `cat > /dev/null
echo "it is $LISTED_KEY"
echo '-----BEGIN PGP PRIVATE KEY BLOCK-----'; echo; echo lQdGBGfirst
until [ -e go ]; do sleep 0.1; done
echo lQdGBGsecond; echo '-----END PGP PRIVATE KEY BLOCK-----'; echo over`
  const plan = PLAN.replace('env > own.txt', 'true')
  await using place = folder({ 'agent.sh': agent, 'tasks.yaml': plan }, { environment })
  const run = place.start('run', 'tasks.yaml')
  await run.says(/told {2}started/)
  const lines = await until('it works', () => {
    const all = execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).split('\n')
    return all.some((line) => line.includes('agent.sh')) ? all : null
  })
  expect(lines.filter((line) => line.includes(KEY) || line.includes('moonlight'))).toEqual([])
  place.write('go', '')
  expect((await run.done).code).toBe(0)
  const home = join(place.path, '.conductor')
  const told = [KEY, 'passed-on', 'lQdGBG']
  const leaks = everyFileIn(home).filter((file) =>
    told.some((key) => readFileSync(file, 'latin1').includes(key)),
  )
  expect(leaks).toEqual([])
  const { stdout } = await place.conductor('logs', 'told')
  expect(stdout).toMatch(/it is \*+\n\*+\n?over/)
})

/** The files below the folder that other users could read if they could enter it, as paths in it. */
function openToOthers(folder: string, below = ''): readonly string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = join(below, name)
    const stats = lstatSync(join(folder, path))
    if ((stats.mode & 0o077) === 0) return []
    return stats.isDirectory() ? openToOthers(folder, path) : [path]
  })
}

it('all files in .conductor are readable by their owner only, even in a folder that was open to all', async () => {
  await using place = repository({
    '.gitignore': 'loose.txt\n',
    '.conductor/config.yaml': 'check: "true"\nsetup: "true"\n',
    'tasks.yaml': `
config: {agent: sh, agents: {sh: {command: "cat > told.txt; echo x > loose.txt"}}}
tasks:
  - {id: told, prompt: Do it.}
  - {id: fails, run: "echo x > loose.txt; false", dependencies: [told]}
`,
  })
  const home = join(place.path, '.conductor')
  chmodSync(home, 0o755)
  await place.conductor('run', 'tasks.yaml', '--no-web')
  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(openToOthers(home)).toEqual(['config.yaml'])
  for (const name of ['executor_1.exits', 'ignored-before.json'])
    expect(statSync(join(home, 'run-1', name)).mode & 0o077).toBe(0)
  expect(readdirSync(home)).toEqual(expect.arrayContaining(['conductor.db', 'kept', 'run-1']))

  chmodSync(home, 0o755)
  chmodSync(join(home, 'conductor.db'), 0o644)
  expect((await place.conductor('doctor')).stdout).toMatch(
    /\[!\] state .+\n.+chmod 700 \.conductor/,
  )
  await place.conductor('retry', 'fails', '--no-web')
  expect(openToOthers(home)).toEqual(['config.yaml'])
})
