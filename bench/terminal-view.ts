/**
 * Measures what the terminal view costs: CPU of a process that plays a run of 500 tasks with 20 agents, each printing
 * ten times a second, with the view in a real pty, minus the same without the view.
 *
 *   node bench/terminal-view.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { demoPlan, playOn } from '../test/played/play-scripted-run.ts'
import { scriptedLiveRun } from '../test/played/scripted-live-run.ts'

const LIMIT_PERCENT = 10
const WARM_UP_SECONDS = 2
const SECONDS = 10
const SIZE = { columns: 120, rows: 40 }

const [kind, file] = process.argv.slice(2)
if (kind === undefined) compare()
else await measure(kind === 'with', file!)

function compare(): void {
  const without = cpuInPty('without')
  const withView = cpuInPty('with')
  const view = withView - without
  console.log(`terminal view, 20 agents, 500 tasks, 10 updates/s, ${SIZE.columns} x ${SIZE.rows}`)
  console.log(`  process without the view  ${without.toFixed(1)} % of one core`)
  console.log(`  process with the view     ${withView.toFixed(1)} %`)
  console.log(`  the view                  ${view.toFixed(1)} % (limit ${LIMIT_PERCENT} %)`)
  console.log(`  ratio to the limit        ${(view / LIMIT_PERCENT).toFixed(2)}`)
}

function cpuInPty(what: 'with' | 'without'): number {
  const folder = mkdtempSync(join(tmpdir(), 'view-bench-'))
  const result = join(folder, 'percent')
  const self = fileURLToPath(import.meta.url)
  const command = `stty cols ${SIZE.columns} rows ${SIZE.rows}; exec "${process.execPath}" "${self}" ${what} "${result}"`
  try {
    execFileSync('script', ['-qfec', command, '/dev/null'], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', TERM: 'xterm-256color' },
    })
    return Number(readFileSync(result, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measure(shown: boolean, result: string): Promise<void> {
  const live = scriptedLiveRun(demoPlan(500, 5), { agents: 20 }, Date.now())
  const stop = playOn(live, { updatesPerSecond: 10 })
  const view = shown ? await openView(live) : null
  await sleep(WARM_UP_SECONDS * 1000)
  const before = process.cpuUsage()
  const began = performance.now()
  await sleep(SECONDS * 1000)
  const { user, system } = process.cpuUsage(before)
  const percent = ((user + system) / 1000 / (performance.now() - began)) * 100
  stop()
  view?.close()
  await view?.closed
  writeFileSync(result, String(percent))
}

async function openView(live: ReturnType<typeof scriptedLiveRun>) {
  const { openTerminalView } = await import('../src/tui/terminal-view.ts')
  const { stdin, stdout } = process
  return openTerminalView(live, { refreshRate: 10, colour: true, stdin, stdout, owner: true })
}
