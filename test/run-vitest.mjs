// Runs vitest and prints how many tests passed. Plain JS, so that it starts on any Node from 20 on; the tests
// themselves run on the Node in node_modules.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const RESULTS = at('test-results/vitest.json')

/** Commands that the tests call, and the Debian packages that have them. */
const NEEDED = {
  git: 'git',
  ps: 'procps',
  script: 'bsdutils',
  'chromium-headless-shell': 'chromium-headless-shell',
}

/** Commands that serve as well if they are installed: test/browser/launch-chromium.ts takes either. */
const INSTEAD = { 'chromium-headless-shell': 'chromium' }

/** The last line of output says how many tests passed. The exit code of this process is not 0 if any test failed. */
export function runVitest(args) {
  installWhatIsMissing()
  rmSync(RESULTS, { force: true })
  const status = runNode(
    at('node_modules/vitest/vitest.mjs'),
    'run',
    '--passWithNoTests=false',
    '--reporter=default',
    '--reporter=json',
    `--reporter=${at('test/name-flaky.ts')}`,
    `--outputFile.json=${RESULTS}`,
    ...args,
  )
  const results = readResults()
  for (const line of failuresIn(results)) console.log(line)
  const counts = countsOf(results)
  // Vitest ends with 1, too, for an error outside of all tests; test/name-flaky.ts has printed it.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  console.log(sayCounts(counts))
  process.exitCode = status === 0 && counts.passed === 0 ? 1 : status
}

/** Runs a script that may need a newer Node than this one, and returns its exit code. */
export function runNode(script, ...args) {
  const inMemory = temporaryFolderInMemory()
  const env = {
    ...process.env,
    ...(inMemory === null ? {} : { TMPDIR: inMemory }),
    // Hundreds of processes load the same few modules: each is compiled once for all of them.
    NODE_COMPILE_CACHE: at('node_modules/.cache/compiled'),
  }
  try {
    const options = { cwd: at('.'), env, stdio: 'inherit' }
    return spawnSync(nodeThatCan(), [script, ...args], options).status ?? 1
  } finally {
    if (inMemory !== null) rmSync(inMemory, { recursive: true, force: true })
  }
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4e9

/**
 * Git and SQLite wait for the disk at every step, and the tests make thousands of repositories. Null: the user has
 * named a folder, or this machine has no folder in memory that is large enough and lets programs be started from it.
 */
function temporaryFolderInMemory() {
  if (process.env.TMPDIR !== undefined || !existsSync('/proc/mounts')) return null
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map((line) => line.split(' ')).findLast(([, path]) => path === MEMORY)?.[3]
  if (options === undefined || options.split(',').includes('noexec')) return null
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ENOUGH_BYTES) return null
  const folder = mkdtempSync(join(MEMORY, 'conductor-tests-'))
  // Some tests run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  return folder
}

/** Installs missing packages on Debian as root; elsewhere prints the command and exits. */
function installWhatIsMissing() {
  const isThere = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
  // CHROMIUM may name a browser anywhere.
  const isNamed = (command) => command in INSTEAD && existsSync(process.env.CHROMIUM ?? '')
  const missing = Object.keys(NEEDED).filter(
    (name) => ![name, INSTEAD[name] ?? name].some(isThere) && !isNamed(name),
  )
  if (missing.length === 0) return
  const packages = missing.map((command) => NEEDED[command])
  const line = `apt-get update && ${installing(packages)}`
  // Not every Debian has the headless build.
  const orElse = installing(packages.map((name) => INSTEAD[name] ?? name))
  const isRoot = process.getuid?.() === 0
  const canInstall = isRoot && isThere('apt-get')
  const run = (line) => spawnSync('sh', ['-c', line], { stdio: 'inherit' }).status === 0
  if (canInstall && (run(line) || run(orElse))) return
  console.error(sayMissing(missing, isRoot ? line : `sudo sh -c '${line}'`))
  console.log('0 passed, 0 failed')
  process.exit(1)
}

const installing = (packages) => `apt-get install -y --no-install-recommends ${packages.join(' ')}`

function sayMissing(missing, line) {
  const browser = missing.some((command) => command in INSTEAD)
    ? '\nAnother Chromium or Chrome will do: CHROMIUM=/path/to/it npm test'
    : ''
  return `The tests need ${missing.join(', ')}, which cannot be found.\nOn Debian, type: ${line}${browser}`
}

/** This Node if it is new enough, else the one in node_modules. */
function nodeThatCan() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 11)) return process.execPath
  const own = at('node_modules/node/bin/node')
  if (existsSync(own)) return own
  console.error(`the tests need Node 24.11 or newer; this is ${process.version}. Run: npm ci`)
  console.log('0 passed, 0 failed')
  process.exit(1)
}

/** If vitest ended before it wrote its results, no test passed. */
function readResults() {
  if (existsSync(RESULTS)) return JSON.parse(readFileSync(RESULTS, 'utf8'))
  return {
    testResults: [],
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
  }
}

/** Files that could not be loaded: they failed without a test that failed. */
const brokenFilesIn = ({ testResults }) =>
  testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)

function countsOf(results) {
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + brokenFilesIn(results).length,
    skipped: results.numPendingTests + results.numTodoTests,
  }
}

/** One line for each failure, printed near the end of the output, where it is easy to find. */
function failuresIn(results) {
  const sayFailure = (file, name, message) =>
    `failed: ${relative(at('.'), file)}: ${name} (${stripVTControlCharacters(message).split('\n')[0]})`
  const tests = results.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => sayFailure(file, test.fullName, test.failureMessages[0] ?? '')),
  )
  const broken = brokenFilesIn(results).map((file) =>
    sayFailure(file.name, 'all of it', file.message),
  )
  return [...tests, ...broken]
}

function sayCounts({ passed, failed, skipped }) {
  const aside = skipped > 0 ? `${skipped} skipped\n` : ''
  return `${aside}${passed} passed, ${failed} failed`
}
