// Puts the agent CLIs that the tests drive into the cache; those that are there already stay as they are.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { AGENT_CLIS, agentCache, agentCliNames, folderOf } from './agent-clis.ts'

const run = promisify(execFile)
/** npm leaves out releases that the Node it runs on is too old for, without a word. */
const ENVIRONMENT = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
}

const missing = agentCliNames.filter((name) => !existsSync(folderOf(name)))
mkdirSync(agentCache(), { recursive: true })
const ended = await Promise.allSettled(missing.map(install))
for (const { reason } of ended.filter(({ status }) => status === 'rejected')) {
  console.error(String(reason))
  process.exitCode = 1
}

/** In a folder beside, which gets its name when everything is in it. */
async function install(name) {
  const began = Date.now()
  const half = mkdtempSync(join(agentCache(), '.half-'))
  try {
    console.log(`installing ${name} ${AGENT_CLIS[name].version}`)
    await npmInstall(AGENT_CLIS[name], half)
    checkRelease(AGENT_CLIS[name], half)
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

function checkRelease({ package: wanted, version, program }, folder) {
  const modules = join(folder, 'node_modules')
  const found = JSON.parse(readFileSync(join(modules, wanted, 'package.json'), 'utf8')).version
  if (found !== version) throw new Error(`${wanted}: wanted ${version}, npm brought ${found}`)
  if (!existsSync(join(modules, '.bin', program))) throw new Error(`${wanted}: no ${program} in it`)
}

/** Somebody else may have been faster; theirs is as good. */
function giveName(half, folder) {
  try {
    renameSync(half, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
