/**
 * Invariant 6, tested with random actions: whatever is done to a run and its repository, every commit that an agent
 * made and every file that it wrote is kept.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { killNow, processesOf, repository, type RepositoryFolder } from '../conductor.ts'
import { howMany } from '../thorough.ts'

/** Writes, commits, amends and discards; each file has a name of its own, and the ledger lists it. */
const AGENT = `
note() { printf '%s\\n' "$*" >> "$LEDGER"; }
made() { note commit "$(git rev-parse HEAD)"; }
file() { f="w-$CONDUCTOR_ATTEMPT-$1-$$.txt"; echo "$f $(date +%N)" > "$f" && note blob "$(git hash-object "$f")"; }
all() { git add -A 2>/dev/null && git commit -q -m "$1" 2>/dev/null && made; }
file 1
[ "$1" = "clash" ] && { echo "$CONDUCTOR_TASK" > list.txt; }
file 2; all two
file 3; git add -A; git commit -q --amend -m amended && made
sleep 0.1
file 4; all four && git reset -q --hard HEAD~1
git switch -q -c "side-$CONDUCTOR_ATTEMPT-$$" 2>/dev/null; file 5; all five
sleep 0.1
git checkout -q --detach 2>/dev/null; file 6
[ "$1" = "fails" ] && exit 1
[ "$1" = "long" ] && { sleep 0.6; file 7; }
true
`

const PLAN = `
config: {parallel: 3, check: "! test -e never.txt"}
tasks:
  - {id: one, run: "sh agent.sh long", env: {LEDGER: "LEDGER_FILE"}}
  - {id: two, run: "sh agent.sh clash", env: {LEDGER: "LEDGER_FILE"}}
  - {id: three, run: "sh agent.sh clash", env: {LEDGER: "LEDGER_FILE"}}
  - {id: four, run: "sh agent.sh fails", env: {LEDGER: "LEDGER_FILE"}}
  - {id: five, epic: e, run: "sh agent.sh", env: {LEDGER: "LEDGER_FILE"}}
  - {id: six, epic: e, run: "sh agent.sh long", env: {LEDGER: "LEDGER_FILE"}}
`

const TASKS = ['one', 'two', 'three', 'four', 'five', 'six'] as const

const anyTask = fc.constantFrom(...TASKS)
const anyDeed = fc.oneof(
  fc.record({ deed: fc.constant('run-and-kill' as const), after: fc.nat(1500) }),
  fc.record({ deed: fc.constant('run-and-stop' as const), after: fc.nat(1200) }),
  fc.record({ deed: fc.constant('run-and-cancel' as const), after: fc.nat(800), task: anyTask }),
  fc.record({ deed: fc.constant('retry' as const), task: anyTask }),
  fc.record({ deed: fc.constant('merge' as const), task: anyTask }),
  fc.record({ deed: fc.constant('reject' as const), task: anyTask }),
  fc.constant({ deed: 'prune' as const }),
  fc.constant({ deed: 'resume' as const }),
  fc.constant({ deed: 'rewind-target' as const }),
  fc.constant({ deed: 'delete-folder' as const }),
  fc.constant({ deed: 'switch-branch' as const }),
  fc.constant({ deed: 'collect-garbage' as const }),
  fc.constant({ deed: 'leave-locks' as const }),
)

type Deed = typeof anyDeed extends fc.Arbitrary<infer One> ? One : never

function place(): RepositoryFolder & { readonly ledger: string } {
  const shop = repository({ 'list.txt': 'begin\n', 'agent.sh': AGENT, 'tasks.yaml': '' })
  const ledger = join(dirname(shop.path), 'ledger')
  shop.write('tasks.yaml', PLAN.replaceAll('LEDGER_FILE', ledger))
  shop.git('commit', '-qam', 'plan')
  return { ...shop, ledger }
}

type Place = ReturnType<typeof place>

/** The folders of lanes, beside the checkout. */
const folders = (shop: Place): readonly string[] =>
  readdirSync(dirname(shop.path))
    .filter((name) => name.startsWith('shop-') && !name.startsWith('shop-check-'))
    .map((name) => join(dirname(shop.path), name))

async function runAnd(shop: Place, after: number, then: (pid: number) => unknown): Promise<void> {
  const running = shop.start('run', 'tasks.yaml', '--new')
  await Promise.race([running.says('started').catch(() => {}), running.done])
  await sleep(after)
  if (running.child.exitCode === null) await then(running.child.pid!)
  await running.done
}

async function act(shop: Place, deed: Deed): Promise<void> {
  switch (deed.deed) {
    case 'run-and-kill':
      return runAnd(shop, deed.after, (pid) => {
        killNow(pid)
        processesOf(shop.path).forEach(killNow)
      })
    case 'run-and-stop':
      return runAnd(shop, deed.after, (pid) => process.kill(pid, 'SIGTERM'))
    case 'run-and-cancel':
      return runAnd(shop, deed.after, () => shop.conductor('cancel', deed.task))
    case 'retry':
      return void (await shop.conductor('retry', deed.task))
    case 'merge':
      return void (await shop.conductor('merge', deed.task))
    case 'reject':
      return void (await shop.conductor('reject', deed.task, 'once more'))
    case 'prune':
      return void (await shop.conductor('prune'))
    case 'resume':
      return void (await shop.conductor('resume'))
    case 'rewind-target':
      for (const branch of branches(shop, 'conductor/'))
        shop.git('update-ref', `refs/heads/${branch}`, 'main')
      return
    case 'delete-folder':
      // Only a clean folder: uncommitted files would be lost by the deletion, not by Conductor.
      for (const folder of folders(shop).slice(0, 1))
        if (isClean(folder)) rmSync(folder, { recursive: true })
      return
    case 'switch-branch':
      for (const folder of folders(shop).slice(-1))
        quietly(folder, 'switch', '-q', '-c', `mine-${Date.now()}`)
      return
    case 'collect-garbage':
      return quietly(shop.path, 'gc', '-q', '--prune=now')
    case 'leave-locks':
      for (const folder of folders(shop)) {
        const own = execFileSync('git', ['rev-parse', '--absolute-git-dir'], {
          cwd: folder,
          encoding: 'utf8',
        }).trim()
        writeLock(own)
      }
  }
}

function writeLock(gitFolder: string): void {
  if (existsSync(gitFolder)) execFileSync('touch', [join(gitFolder, 'index.lock')])
}

const branches = (shop: Place, below: string): readonly string[] =>
  shop
    .git('for-each-ref', '--format=%(refname:short)', `refs/heads/${below}`)
    .split('\n')
    .filter(Boolean)

function quietly(folder: string, ...args: readonly string[]): void {
  try {
    execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  } catch {
    // An earlier action may have left a folder that git does not know any more.
  }
}

function isClean(folder: string): boolean {
  try {
    return execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' }) === ''
  } catch {
    return false
  }
}

/**
 * The objects in the ledger that neither a ref nor a worktree folder holds any more. The files of a folder and the
 * commits in its log of HEAD count as kept: Conductor commits or rescues them before it removes the folder.
 */
function lost(shop: Place): readonly string[] {
  if (!existsSync(shop.ledger)) return []
  const made = readFileSync(shop.ledger, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ')[1]!)
  const kept = new Set(
    execFileSync('git', [...KEPT, '--stdin'], {
      cwd: shop.path,
      input: logged(shop).join('\n'),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }).split('\n'),
  )
  const onDisk = new Set(folders(shop).flatMap(blobsIn))
  return made.filter((object) => object !== '' && !kept.has(object) && !onDisk.has(object))
}

const KEPT = ['rev-list', '--objects', '--no-object-names', '--ignore-missing', '--all']

/** The commits in the HEAD logs of worktrees; the logs of branches do not count, because anyone may write them. */
function logged(shop: Place): readonly string[] {
  const all = join(shop.path, '.git', 'worktrees')
  const logs = existsSync(all)
    ? readdirSync(all).map((name) => join(all, name, 'logs', 'HEAD'))
    : []
  const lines = logs
    .filter((log) => existsSync(log))
    .flatMap((log) => readFileSync(log, 'utf8').split('\n'))
  return lines
    .map((line) => line.split(' ')[1] ?? '')
    .filter((commit) => /^[0-9a-f]{40}$/.test(commit) && !/^0+$/.test(commit))
}

function blobsIn(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((name) => name.startsWith('w-'))
  if (files.length === 0) return []
  const text = execFileSync('git', ['hash-object', '--stdin-paths'], {
    cwd: folder,
    input: files.join('\n'),
    encoding: 'utf8',
  })
  return text.split('\n')
}

const RUNS = Number(process.env['NEVER_LOSE_RUNS'] ?? howMany(1, 3))

/** A single story may be a long one. */
const LIMIT = Math.max(RUNS, 3) * 90_000

it('loses nothing, whatever happens', { timeout: LIMIT }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyDeed, { minLength: 3, maxLength: 7 }), async (deeds) => {
      await using shop = place()
      await act(shop, { deed: 'run-and-kill', after: 900 })
      for (const deed of deeds) {
        expect([deed, lost(shop)]).toEqual([deed, []])
        await act(shop, deed)
      }
      expect(lost(shop)).toEqual([])
      await shop.conductor('resume')
      await shop.conductor('prune')
      expect(lost(shop)).toEqual([])
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})
