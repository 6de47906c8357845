/**
 * How long foresight takes on a made-up history of 50,000 files and 50,000 commits: building the index, reading it,
 * bringing it up to date, asking it. Beside each time: the time on the processor (of this process, without git), which
 * other work on the machine changes less, and how much of the time it is that git alone takes for the log.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readIndex, writeIndex } from '../src/foresight/index-file.ts'
import { openIndex } from '../src/foresight/open-index.ts'
import { walkHistory } from '../src/foresight/walk-history.ts'
import { pastOfRepository } from '../src/git/history/past-of-repository.ts'
import { foreseeTask } from '../src/core/foresight/foresee-task.ts'
import { standingOf } from '../src/core/foresight/learn/standing.ts'
import { printTable } from './print-table.ts'

const FILES = Number(process.argv[2] ?? 50_000)
const COMMITS = Number(process.argv[3] ?? FILES)
const NEW_COMMITS = 25
const QUESTIONS = 200
const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi wo xu ka le mi no pu'.split(' ')

const folder = mkdtempSync(join(tmpdir(), 'foresight-scale-'))
try {
  const repository = join(folder, 'many.git')
  execFileSync('git', ['init', '--quiet', '--bare', repository])
  await makeHistory(repository)
  await measure(repository, join(folder, 'index'))
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(repository: string, file: string): Promise<void> {
  const past = pastOfRepository(repository)
  const before = (await past.commitOf(`HEAD~${NEW_COMMITS}`))!
  const now = (await past.commitOf('HEAD'))!
  const git = await timed(() => past.commits({ until: now, order: 'oldest-first' }, () => 'more'))
  let most = 0
  const build = await timed(() =>
    walkHistory(past, {
      until: before,
      progress: () => (most = Math.max(most, process.memoryUsage().rss)),
    }),
  )
  most = Math.max(most, process.memoryUsage().rss)
  const write = await timed(() => Promise.resolve(writeIndex(file, build.result)))
  const read = await timed(() => Promise.resolve(readIndex(file)))
  const update = await timed(() => openIndex(past, { commit: now, file }))
  const { foresight } = update.result
  const learn = await timed(() => Promise.resolve(foresight.learnt))
  const standing = await timed(() => Promise.resolve(standingOf(foresight.lessons)))
  const asked = await timed(() => Promise.resolve(questions(foresight)))
  const times = asked.result
  const row = (what: string, { seconds, cpuSeconds }: Took): readonly string[] => [
    what,
    sayTime(seconds),
    cpuSeconds === null ? '' : sayTime(cpuSeconds),
    (seconds / git.seconds).toFixed(2),
  ]
  const question = (milliseconds: number, cpuSeconds: number | null = null): Took => ({
    seconds: milliseconds / 1000,
    cpuSeconds,
  })
  printTable(
    [`${FILES} files, ${COMMITS} commits`, 'time', 'on the processor', 'times git log'],
    [
      row('git log --raw alone, read', git),
      row('build the index', build),
      row('write it', write),
      row('read it', read),
      row(`read it and absorb ${NEW_COMMITS} commits`, update),
      row('learn the weights, before the first question', learn),
      row('say how right it was on the last 300', standing),
      row('a question, median', question(times[QUESTIONS / 2]!, asked.cpuSeconds / QUESTIONS)),
      row('a question, 19 of 20 within', question(times[Math.floor(QUESTIONS * 0.95)]!)),
    ],
  )
  const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`
  console.log(`\nmemory while building ${megabytes(most)}, index ${megabytes(statSync(file).size)}`)
}

function questions(foresight: Parameters<typeof foreseeTask>[0]): readonly number[] {
  const random = generator(7)
  const times = Array.from({ length: QUESTIONS }, () => {
    const began = performance.now()
    foreseeTask(foresight, {
      id: 'task',
      subject: sentence(random, 8),
      body: sentence(random, 40),
      files: [],
    })
    return performance.now() - began
  })
  return times.sort((a, b) => a - b)
}

interface Took {
  readonly seconds: number
  readonly cpuSeconds: number | null
}

function sayTime(seconds: number): string {
  return seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(1)} s`
}

async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly seconds: number; readonly cpuSeconds: number; readonly result: Result }> {
  const [began, used] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(used)
  return { seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6, result }
}

/** The same numbers every time. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Few words are common, most are rare. */
function word(random: () => number): string {
  return spelt(Math.floor(20_000 ** random()))
}

function spelt(number: number): string {
  let made = ''
  for (let left = number + 40; left > 0; left = Math.floor(left / SYLLABLES.length))
    made += SYLLABLES[left % SYLLABLES.length]!
  return made
}

/** Names are compound, and stand in several files. */
function name(random: () => number): string {
  const number = Math.floor(300_000 ** random())
  return spelt(number % 9973) + capital(spelt((number * 7) % 19_937))
}

function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => word(random)).join(' ')
}

function source(random: () => number): string {
  let text = ''
  for (let line = 0; line < 60; line++) {
    text += `  const ${word(random)} = ${name(random)}(${word(random)}, ${word(random)}.${word(random)}) // ${word(random)}\n`
  }
  return text
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}

async function makeHistory(repository: string): Promise<void> {
  const importing = spawn(
    'git',
    ['-c', 'pack.compression=1', 'fast-import', '--quiet', '--depth=0'],
    {
      cwd: repository,
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  )
  const random = generator(1)
  const write = async (text: string): Promise<void> => {
    if (!importing.stdin.write(text)) await once(importing.stdin, 'drain')
  }
  const paths: string[] = []
  for (let file = 0; file < FILES; file++) {
    const text = source(random)
    paths.push(`${spelt(file % 20)}/${spelt(file % 1000)}/${name(random)}${file}.ts`)
    await write(`blob\nmark :${file + 1}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  }
  const all = paths.map((path, file) => `M 100644 :${file + 1} ${path}\n`).join('')
  await write(commit('begin', 1) + all)
  for (let at = 1; at <= COMMITS; at++) {
    const changes = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const file = Math.floor(FILES * random() ** 3)
      return `M 100644 :${1 + Math.floor(random() * FILES)} ${paths[file]!}\n`
    })
    await write(
      commit(`${word(random)}: ${sentence(random, 8)}\n\n${sentence(random, 25)}`, at + 1) +
        changes.join(''),
    )
  }
  importing.stdin.end()
  await once(importing, 'close')
}

function commit(message: string, at: number): string {
  return `commit HEAD\ncommitter a <a@example.com> ${1_500_000_000 + at * 60} +0000\ndata ${Buffer.byteLength(message)}\n${message}\n`
}
