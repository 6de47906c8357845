// Installs the agent CLIs that the tests drive (or those named as arguments) into the cache, unless they are there already.
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { AGENT_CLIS, agentCache, agentCliNames, folderOf } from './agent-clis.ts'

const run = promisify(execFile)
const HALF = '.half-'
/** npm silently skips releases that need a newer Node than its own, so it must run on ours. */
const ENVIRONMENT = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
}

const named = process.argv.slice(2)
const wanted =
  named.length === 0 ? agentCliNames : agentCliNames.filter((name) => named.includes(name))
const missing = wanted.filter((name) => !existsSync(folderOf(name)))
mkdirSync(agentCache(), { recursive: true })
removeOldHalves()
const ended = await Promise.allSettled(missing.map(install))
for (const { reason } of ended.filter(({ status }) => status === 'rejected')) {
  console.error(String(reason))
  process.exitCode = 1
}

/** Removes what killed installations left. A younger folder may belong to one that still runs. */
function removeOldHalves() {
  const halves = readdirSync(agentCache()).filter((name) => name.startsWith(HALF))
  for (const path of halves.map((name) => join(agentCache(), name))) {
    const isOld = Date.now() - statSync(path).mtimeMs > 3_600_000
    if (isOld) rmSync(path, { recursive: true, force: true })
  }
}

/** Installs into a temporary folder, which is renamed when it is complete. */
async function install(name) {
  const began = Date.now()
  const half = mkdtempSync(join(agentCache(), HALF))
  try {
    console.log(`installing ${name} ${AGENT_CLIS[name].version}`)
    await npmInstall(AGENT_CLIS[name], half)
    await checkRelease(AGENT_CLIS[name], half)
    giveName(half, folderOf(name))
    console.log(`installed ${name} in ${Math.round((Date.now() - began) / 1000)} s`)
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

function npmInstall({ package: wanted, version, without }, folder) {
  const omit = without ? [`--omit=${without}`] : []
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const args = ['install', '--prefix', folder, ...quiet, ...omit, `${wanted}@${version}`]
  return run('npm', args, { cwd: folder, env: ENVIRONMENT, timeout: 240_000 })
}

/** Asks the program for its version, because npm succeeds even if it could not get an optional part. */
async function checkRelease({ version, program }, folder) {
  const home = join(folder, 'home')
  const env = { ...ENVIRONMENT, HOME: home, TMPDIR: home }
  mkdirSync(home)
  const path = join(folder, 'node_modules', '.bin', program)
  const { stdout } = await run(path, ['--version'], { cwd: home, env, timeout: 60_000 })
  rmSync(home, { recursive: true })
  if (!stdout.includes(version)) throw new Error(`wanted ${program} ${version}, got: ${stdout}`)
}

/** Another installation may have been faster; its folder is as good. */
function giveName(half, folder) {
  try {
    renameSync(half, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
