/** Agents that use only session files: they report their status, ask questions, and get answers. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Event } from '../../src/core/run/event.ts'
import { taskId } from '../../src/core/value/ids.ts'
import { askCoordinator } from '../../src/server/control/ask-coordinator.ts'
import { findCoordinator } from '../../src/store/coordinator-lock.ts'
import type { SessionFile } from '../../src/store/session-files.ts'
import { eventsIn, folder, processesOf, repository, type Folder } from '../conductor.ts'
import { openTask } from '../browser/open-task.ts'
import { until } from '../until.ts'

/** Asks unless its prompt has the answer; fails if its earlier session state is still there. */
const AGENT = `
prompt=$(cat)
test ! -e "$CONDUCTOR_SESSION_STATE" || exit 9
if echo "$prompt" | grep -q 'Use sliding expiration'; then
  echo sliding >> auth.txt
  exit 0
fi
echo begun > auth.txt
cat > "$CONDUCTOR_SESSION_STATE" <<END
{"status": "stuck", "stuckReason": "Which token refresh?", "phase": "auth",
 "options": ["sliding expiration", "fixed expiration"], "context": "Tokens live for an hour.",
 "pullRequestUrl": "https://github.com/you/shop/pull/42"}
END
`

const PLAN = `
config: {agent: sh, agents: {sh: {command: sh agent.sh}}}
tasks:
  - {id: auth, issue: 124, name: Implement auth flow, prompt: "Let people log in."}
`

const sessionIn = (place: Folder, attempt: string): SessionFile | null => {
  const file = join(place.path, '.conductor', 'sessions', `${attempt}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SessionFile) : null
}

const exitLogIn = ({ path }: Folder): string =>
  join(path, '.conductor', 'run-1', 'executor_1.exits')

const socketOf = (place: Folder): string => findCoordinator(join(place.path, '.conductor'))!.socket

it('is stuck with a reason, and goes on in the same worktree with the answer', async () => {
  await using shop = repository({ 'agent.sh': AGENT, 'tasks.yaml': PLAN })
  expect((await shop.conductor('run', 'tasks.yaml')).code).toBe(1)
  const stuck = sessionIn(shop, '1-auth-1')
  expect(stuck).toMatchObject({
    status: 'stuck',
    issueNumber: 124,
    issueTitle: 'Implement auth flow',
    branch: 'issue-124',
    worktreePath: `${shop.path}-issue-124`,
    stuckReason: 'decision needed: Which token refresh?',
    pullRequestUrl: 'https://github.com/you/shop/pull/42',
    forwardedMessage: null,
  })
  expect(eventsIn(shop.path).find(({ type }) => type === 'task-stuck')).toMatchObject({
    why: {
      question: {
        decision: 'Which token refresh?',
        options: ['sliding expiration', 'fixed expiration'],
        context: 'Tokens live for an hour.',
      },
    },
  })
  const { stdout: report } = await shop.conductor('report')
  expect(report).toMatch(/files +0 created, 0 changed/)
  expect(report).toMatch(/auth needs you: [^\n]*Which token refresh\?[^]*conductor guide auth/)
  const words = 'Use sliding expiration with a 15-minute window.'
  expect((await shop.conductor('guide', 'auth', words)).code).toBe(0)
  expect(shop.landed('auth.txt')).toBe('begun\nsliding')
  expect(shop.git('ls-tree', '-r', '--name-only', 'conductor/run-1')).not.toContain('.conductor')
  expect(sessionIn(shop, '1-auth-1')).toMatchObject({ status: 'paused', forwardedMessage: null })
})

it('is stuck also when its agent says so in the session file itself, where what it adds stays', async () => {
  const agent = `
until test -e "$CONDUCTOR_SESSION_FILE"; do sleep 0.1; done
sed -i 's/"status": "[a-z]*"/"status": "stuck", "mine": 1/; s/"stuckReason": null/"stuckReason": "Which?"/' "$CONDUCTOR_SESSION_FILE"
`
  await using place = folder({ 'agent.sh': agent, 'tasks.yaml': PLAN })
  expect((await place.conductor('run', 'tasks.yaml')).stdout).toContain(
    'auth needs you: asks: Which?',
  )
  expect(sessionIn(place, '1-auth-1')).toMatchObject({
    id: '1-auth-1',
    status: 'stuck',
    stuckReason: 'decision needed: Which?',
    mine: 1,
  })
})

it('is planning, then working, with its own heartbeat, while it is there', async () => {
  const agent = `
say() { echo "$1" > "$CONDUCTOR_SESSION_STATE.new" && mv "$CONDUCTOR_SESSION_STATE.new" "$CONDUCTOR_SESSION_STATE"; }
say '{"status": "planning", "phase": "reading"}'
until test -e go; do sleep 0.1; done
say '{"status": "working", "phase": "writing tests"}'
until test -e end; do sleep 0.1; done
`
  await using place = folder({
    'agent.sh': agent,
    'tasks.yaml': PLAN,
  })
  const run = place.begin('run', 'tasks.yaml')
  const stands = (status: string): Promise<SessionFile> =>
    until(`it is ${status}`, () => {
      const session = sessionIn(place, '1-auth-1')
      return session?.status === status ? session : null
    })
  expect(await stands('planning')).toMatchObject({ phase: 'reading', stuckReason: null })
  place.write('go', '')
  const { phase, lastHeartbeat } = await stands('working')
  expect(phase).toBe('writing tests')
  expect(Math.abs(Date.parse(lastHeartbeat) - Date.now())).toBeLessThan(10_000)
  place.write('end', '')
  expect((await run.done).code).toBe(0)
  expect(sessionIn(place, '1-auth-1')).toMatchObject({ status: 'complete', phase: 'succeeded' })
})

it.each([
  ['had been heard', true],
  ['had not been heard: then it goes on, and asks again', false],
])(
  'is stuck also when its coordinator died before it ended, and its question %s',
  async (_, isHeard) => {
    // The agent ends by itself in the seconds that the watchman gives it.
    const agent = `
say() { echo '{"status": "stuck", "stuckReason": "Which?"}' > "$CONDUCTOR_SESSION_STATE"; }
test "$CONDUCTOR_ATTEMPT" = 1-auth-1 || { say; exit 0; }
${isHeard ? 'say' : ''}
touch here
until test -e dead; do sleep 0.05; done
say
touch over
`
    const plan = PLAN.replace('sh agent.sh', `"trap '' TERM; sh agent.sh"`)
    await using place = folder({ 'agent.sh': agent, 'tasks.yaml': plan })
    const run = place.start('run', 'tasks.yaml')
    await openTask(place, 'here')
    const isAsked = (): boolean =>
      eventsIn(place.path).some(({ type }) => type === 'question-asked')
    if (isHeard) await until('it is heard', isAsked)
    run.signal('SIGKILL')
    await run.done
    place.write('dead', '')
    await openTask(place, 'over')
    await until(
      'its end is written down',
      () =>
        existsSync(exitLogIn(place)) && readFileSync(exitLogIn(place), 'utf8').includes('1-auth-1'),
    )
    expect((await place.conductor('resume', '--no-ui')).code).toBe(1)
    expect((await place.conductor('explain', 'auth')).stdout).toContain('decision needed: Which?')
    expect(sessionIn(place, isHeard ? '1-auth-1' : '1-auth-2')?.status).toBe('stuck')
  },
)

it('hears while it works what a person says, and says that it has', async () => {
  const agent = `
until grep -q 'Use cookies' "$CONDUCTOR_SESSION_FILE" 2> /dev/null; do sleep 0.1; done
echo '{"status": "working", "acknowledged": true}' > "$CONDUCTOR_SESSION_STATE"
until grep -q '"forwardedMessage": null' "$CONDUCTOR_SESSION_FILE"; do sleep 0.1; done
`
  await using place = folder({
    'agent.sh': agent,
    'tasks.yaml': PLAN,
  })
  const run = place.begin('run', 'tasks.yaml')
  await until('it works', () => sessionIn(place, '1-auth-1'))
  await askCoordinator(socketOf(place), {
    ask: 'guide',
    task: taskId('auth'),
    text: 'Use cookies.',
  })
  expect((await run.done).code).toBe(0)
  const delivered = eventsIn(place.path).filter(({ type }) => type === 'guidance-delivered')
  expect(delivered).toMatchObject([{ attempt: '1-auth-1', how: 'read' }])
})

it('[V11] begins with what was said while its worktree was made, and is not told twice', async () => {
  const setup = 'config: {setup: "touch $CONDUCTOR_WORKTREE/../here; sleep 2", '
  await using shop = repository({
    'agent.sh': AGENT,
    'tasks.yaml': PLAN.replace('config: {', setup),
  })
  const run = shop.begin('run', 'tasks.yaml')
  await until('its worktree is made', () => existsSync(join(shop.path, '..', 'here')))
  await shop.conductor('guide', 'auth', 'Use sliding expiration')
  expect((await run.done).code).toBe(0)
  expect(shop.landed('auth.txt')).toBe('sliding')
  const types = eventsIn(shop.path).map(({ type }) => type)
  expect(types.filter((type) => type === 'attempt-started')).toHaveLength(1)
  expect(types.filter((type) => type === 'guidance-delivered')).toHaveLength(1)
})

/** Resolves the conflict by HOW once its prompt says "Keep both"; before that it asks. */
const RESOLVER = `
if grep -q 'Keep both'; then
  HOW
  exit 0
fi
echo '{"status": "stuck", "stuckReason": "Which line comes first?"}' > "$CONDUCTOR_SESSION_STATE"
`

const CONFLICT = {
  'list.txt': 'begin\nend\n',
  'tasks.yaml': `
config: {parallel: 2, land: {resolver: sh}, agents: {sh: {command: sh agent.sh}}}
tasks:
  - {id: a, run: "sed -i 's/begin/begin\\\\na/' list.txt"}
  - {id: b, run: "sed -i 's/begin/begin\\\\nb/' list.txt; sleep 0.5"}
`,
}

it('[V2] asks while it resolves a conflict, and finds the merge as it was when it is answered', async () => {
  const resolve = `sed -i '/^[<=>]\\{7\\}/d' list.txt`
  await using shop = repository({ ...CONFLICT, 'agent.sh': RESOLVER.replace('HOW', resolve) })
  expect((await shop.conductor('run', 'tasks.yaml')).stdout).toContain('Which line comes first?')
  await shop.conductor('prune')
  expect((await shop.conductor('guide', 'b', 'Keep both')).code).toBe(0)
  expect(shop.landed('list.txt')).toMatch(/^begin\n(a\nb|b\na)\nend$/)
  const types = eventsIn(shop.path).map(({ type }) => type)
  expect(types.filter((type) => type === 'attempt-started')).toHaveLength(4)
})

it('[V2] does not land the marks of a merge that it asked about and then left as it was', async () => {
  await using shop = repository({ ...CONFLICT, 'agent.sh': RESOLVER.replace('HOW', 'true') })
  await shop.conductor('run', 'tasks.yaml')
  const { code, stdout } = await shop.conductor('guide', 'b', 'Keep both')
  expect(code).toBe(1)
  expect(stdout).toContain('b needs you: conflicts in list.txt')
  expect(shop.landed('list.txt')).not.toContain('<<<<<<<')
  expect(readFileSync(`${shop.path}-task-b/list.txt`, 'utf8')).toBe('begin\nb\nend\n')
})

it('[V2] lands no half of a merge when it is cancelled over its question, and somebody lands it then', async () => {
  await using shop = repository({ ...CONFLICT, 'agent.sh': RESOLVER.replace('HOW', 'true') })
  await shop.conductor('run', 'tasks.yaml')
  await shop.conductor('cancel', 'b')
  expect((await shop.conductor('merge', 'b')).code).toBe(1)
  expect(shop.landed('list.txt')).toBe('begin\na\nend')
})

it('[V13] must ask about an area also when that is the last of very many files it changes', async () => {
  const agent =
    'i=0; while [ $i -lt 150 ]; do i=$((i+1)); echo x > f$i.txt; done; mkdir z; echo x > z/auth'
  await using shop = repository({
    'agent.sh': agent,
    '.conductor/config.yaml': 'ask_first: {security: ["z/**"]}',
    'tasks.yaml': PLAN,
  })
  const { code, stdout } = await shop.conductor('run', 'tasks.yaml')
  expect(code).toBe(1)
  expect(stdout).toContain('security')
  expect(shop.landed('z/auth')).toBe(null)
})

it('beats while its worker moves, and is stale when that is frozen, with the way on', async () => {
  await using place = folder({
    '.conductor/config.yaml': 'supervision: {stale_after: 1s}\n',
    'tasks.yaml': 'tasks: [{id: a, run: "mkfifo gate; touch up; read go < gate"}]\n',
  })
  const run = place.begin('run', 'tasks.yaml', '--no-ui')
  await openTask(place, 'up')
  const beat = (): string => sessionIn(place, '1-a-1')?.lastHeartbeat ?? ''
  const stands = (is: string) =>
    eventsIn(place.path).findLast(
      (event) => event.type === 'condition-changed' && event.condition.is === is,
    ) as Extract<Event, { type: 'condition-changed' }> | undefined
  const started = eventsIn(place.path).find(({ type }) => type === 'attempt-started')!
  await until('it beats', () => beat() > new Date(started.at).toISOString())
  const frozen = processesOf(place.path)
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  const { condition } = await until('it is stale', () => stands('stale'))
  expect(condition).toMatchObject({ stopped: expect.arrayContaining([...frozen]) })
  const last = new Date(condition.since).toISOString()
  await until('its last beat is kept', () => beat() === last)
  const { stdout } = await place.conductor('status')
  expect(stdout).toMatch(/no sign of life for \d+s: its processes are stopped \(SIGSTOP\)/)
  expect(stdout).toContain('kill -CONT')
  for (const pid of frozen) process.kill(pid, 'SIGCONT')
  await until('it is fine again', () => stands('fine'))
  place.write('gate', 'go\n')
  expect((await run.done).code).toBe(0)
})
