/** Where the keys of the user get to, and where they do not. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder } from '../conductor.ts'
import { until } from '../until.ts'

const KEY = 'not-known-by-its-look-73914'
const environment = {
  GITHUB_TOKEN: KEY,
  LISTED_KEY: 'passed-on',
  // No shell can be told to forget these.
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
  const agent = 'cat > /dev/null; until [ -e go ]; do sleep 0.1; done'
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
  expect(everyFileIn(home).filter((file) => readFileSync(file, 'latin1').includes(KEY))).toEqual([])
})
