/** The index of foresight on disk, and the past that git tells it. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Foresight } from '../../src/core/foresight/foresight.ts'
import type { PastCommit } from '../../src/core/foresight/index/past-commit.ts'
import { readIndex, writeIndex } from '../../src/foresight/index-file.ts'
import { openIndex } from '../../src/foresight/open-index.ts'
import { addOutcome, readOutcomes } from '../../src/foresight/outcomes.ts'
import { quickForesight } from '../../src/foresight/quick-foresight.ts'
import { walkHistory } from '../../src/foresight/walk-history.ts'
import { pastOfRepository } from '../../src/git/history/past-of-repository.ts'
import { madeHistory, partsHistory, type MadeHistory } from '../repository/made-history.ts'
import { canMount, useSmallDisk } from '../repository/small-disk.ts'
import { tempFolder } from '../repository/temp-folder.ts'

const TEXT = { subject: 'mailer: it counts letters', body: 'mailerBegin is slow' }

const answer = (foresight: Foresight): unknown =>
  foresight.foresee(TEXT).files.map(({ path, p }) => [path, p])

const headOf = (made: MadeHistory, name = 'main'): string => made.git('rev-parse', name).trim()

function places(made: MadeHistory) {
  const past = pastOfRepository(made.path)
  const file = join(made.path, '..', 'foresight', 'index')
  return { past, file, commit: headOf(made) }
}

describe('the index', () => {
  it('is built once, then read, then brought up to date, and knows the same as a new one', async () => {
    const commits = partsHistory(110)
    using made = madeHistory(commits.slice(0, 50))
    const { past, file, commit } = places(made)
    const built = await openIndex(past, { commit, file })
    expect([built.came, built.note]).toEqual(['built', null])
    const kept = await openIndex(past, { commit, file })
    expect(kept.came).toBe('kept')
    expect(answer(kept.foresight)).toEqual(answer(built.foresight))
    made.add(commits.slice(50))
    const later = headOf(made)
    const updated = await openIndex(past, { commit: later, file })
    expect(updated.came).toBe('updated')
    const anew = await walkHistory(past, { until: later })
    expect(answer(updated.foresight)).toEqual(answer(anew.foresight))
    expect((await openIndex(past, { commit: later, file })).came).toBe('kept')
  })

  it('is built anew when it is cut, garbage, changed, or of another version', async () => {
    using made = madeHistory(partsHistory(20))
    const { past, file, commit } = places(made)
    const built = await openIndex(past, { commit, file })
    const whole = readFileSync(file)
    const changedAt = (place: number): Buffer => {
      const bytes = Buffer.from(whole)
      bytes[place] = bytes[place]! ^ 0x55
      return bytes
    }
    const broken = [
      whole.subarray(0, whole.length - 9),
      whole.subarray(0, 20),
      Buffer.from('garbage'),
      Buffer.alloc(0),
      changedAt(whole.length - 5),
      changedAt('index of foresight\n'.length),
    ]
    for (const bytes of broken) {
      writeFileSync(file, bytes)
      expect(readIndex(file)).toBeNull()
    }
    const again = await openIndex(past, { commit, file })
    expect(again.came).toBe('built')
    expect(answer(again.foresight)).toEqual(answer(built.foresight))
    expect(readFileSync(file).equals(whole)).toBe(true)
  })

  it('is built anew when history was rewritten, but not for another branch', async () => {
    using made = madeHistory(partsHistory(20))
    const { past, file, commit } = places(made)
    await openIndex(past, { commit, file })
    made.git('branch', 'other', 'main~5')
    const side = await openIndex(past, { commit: headOf(made, 'other'), file })
    expect(side.came).toBe('updated')
    made.git('update-ref', 'refs/heads/main', 'main~5')
    expect((await openIndex(past, { commit: headOf(made), file })).came).toBe('built')
  })

  it('knows nothing of what came after the commit asked about', async () => {
    const commits = partsHistory(40)
    using made = madeHistory([
      ...commits,
      { message: 'mailer: it counts letters', files: { 'src/late.ts': 'mailerBegin letters' } },
    ])
    const { past, file, commit } = places(made)
    await openIndex(past, { commit, file })
    using early = madeHistory(commits)
    const at = headOf(made, 'main~1')
    const strict = await openIndex(past, { commit: at, file, isStrict: true })
    const alone = await walkHistory(pastOfRepository(early.path), { until: headOf(early) })
    expect(answer(strict.foresight)).toEqual(answer(alone.foresight))
    expect(readIndex(file)?.commit).toBe(commit)
  })

  it('survives two who write at once', async () => {
    using made = madeHistory(partsHistory(20))
    const { past, file, commit } = places(made)
    await Promise.all([1, 2].map(() => openIndex(past, { commit, file, rebuild: true })))
    expect(readIndex(file)?.commit).toBe(commit)
    expect(readdirSync(join(file, '..'))).toEqual(['index'])
  })

  it('is private', async () => {
    using made = madeHistory(partsHistory(5))
    const { past, file, commit } = places(made)
    await openIndex(past, { commit, file })
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('that cannot be kept is a note', async () => {
    using made = madeHistory(partsHistory(5))
    const { past, commit } = places(made)
    const opened = await openIndex(past, { commit, file: join(made.path, 'HEAD', 'index') })
    expect(opened.note).toMatch(/EEXIST|ENOTDIR/)
    expect(answer(opened.foresight)).not.toEqual([])
  })

  it.skipIf(!canMount)('on a full disk leaves nothing behind', async () => {
    using made = madeHistory(partsHistory(5))
    const { past, commit } = places(made)
    useSmallDisk('100k')
    using small = tempFolder()
    const built = await openIndex(past, { commit, file: null })
    writeFileSync(join(small.path, 'filler'), Buffer.alloc(95_000))
    expect(writeIndex(join(small.path, 'index'), built)).toContain('ENOSPC')
    expect(readdirSync(small.path)).toEqual(['filler'])
  })
})

describe('a walk through history', () => {
  it('foretells each commit with only what was before it', async () => {
    const commits = partsHistory(40)
    using made = madeHistory(commits)
    using more = madeHistory([...commits, ...partsHistory(20).slice(1)])
    const told = await foretold(made, headOf(made))
    const toldWithMore = await foretold(more, headOf(more, 'main~19'))
    expect(told.size).toBe(39)
    expect(toldWithMore).toEqual(told)
  })

  it('with a lag knows less', async () => {
    using made = madeHistory([
      ...partsHistory(30),
      { message: 'quux: begin', files: { 'src/quux.ts': '1' } },
      { message: 'quux: go on', files: { 'src/quux.ts': '2' } },
    ])
    const last = async (lag: number) => {
      const told = await foretold(made, headOf(made), lag)
      return told.get(headOf(made)) as readonly (readonly [string, number])[]
    }
    expect((await last(0))[0]![0]).toBe('src/quux.ts')
    expect((await last(2)).map(([path]) => path)).not.toContain('src/quux.ts')
  })
})

async function foretold(made: MadeHistory, until: string, lag = 0) {
  const told = new Map<string, unknown>()
  await walkHistory(pastOfRepository(made.path), {
    until,
    lag,
    replayed: 1000,
    foretell: (foresight: Foresight, commit: PastCommit) =>
      void told.set(
        commit.id,
        foresight.foresee(commit).files.map(({ path, p }) => [path, p]),
      ),
  })
  // The first commit touches no file that existed.
  for (const [commit, files] of told) if ((files as []).length === 0) told.delete(commit)
  return told
}

describe('the past that git tells', () => {
  it('survives odd paths and messages, binary and large files, and merges', async () => {
    using made = madeHistory([
      {
        message: 'begin',
        files: {
          '"a \\tb.ts"': 'tabbed',
          'ü/ö.ts': 'ümlaut wörter',
          'big.ts': 'x\n'.repeat(200_000),
        },
      },
      { message: '', files: { 'a.bin': 'a\0b wombat' } },
      {
        message: '\u0001odd\u0002subject\n\nodd body \u0002',
        files: { 'a.ts': 'wombat' },
      },
    ])
    const { past, commit } = places(made)
    const { foresight } = await walkHistory(past, { until: commit })
    const { files, contents } = foresight.index
    expect(files.living).toBe(5)
    expect(files.livingFile('ü/ö.ts')).toBeGreaterThanOrEqual(0)
    expect(contents.size).toBe(3)
    const found = foresight.foresee({ subject: 'wombat', body: '' }).files
    expect(found[0]?.path).toBe('a.ts')
  })

  it('is enough in a shallow clone and in one without contents', async () => {
    using made = madeHistory(partsHistory(40))
    made.git('config', 'uploadpack.allowFilter', 'true')
    using place = tempFolder()
    for (const flags of [['--depth=5'], ['--filter=blob:none', '--no-checkout']]) {
      const clone = join(place.path, flags[0]!.replace(/\W/g, ''))
      execFileSync('git', ['clone', '-q', ...flags, `file://${made.path}`, clone])
      const past = pastOfRepository(clone)
      const { foresight } = await walkHistory(past, { until: (await past.commitOf('HEAD'))! })
      const [first] = foresight.foresee({ subject: 'mailer: it counts', body: '' }).files
      expect(first?.path).toMatch(/mailer/)
    }
  })

  it('gives no vote to the commit where a shallow clone ends, which seems to make every file', async () => {
    using made = madeHistory(partsHistory(40))
    using place = tempFolder()
    execFileSync('git', ['clone', '-q', '--depth=3', `file://${made.path}`, place.path])
    const past = pastOfRepository(place.path)
    const { foresight } = await walkHistory(past, { until: (await past.commitOf('HEAD'))! })
    expect(foresight.index.messages.size).toBe(2)
    expect(foresight.index.files.living).toBe(Object.keys(partsHistory(1)[0]!.files).length)
  })

  it('is quick when it has to be', async () => {
    using made = madeHistory(partsHistory(20))
    const { past, commit } = places(made)
    const [first] = (await quickForesight(past, commit)).foresee(TEXT).files
    expect(first?.path).toMatch(/mailer/)
  })
})

it('outcomes of attempts are kept, and half a line is left out', () => {
  using place = tempFolder()
  const file = join(place.path, 'foresight', 'outcomes.jsonl')
  expect(readOutcomes(file)).toEqual([])
  const outcome = { subject: 'a', body: '', files: ['a.ts'], commits: [] }
  addOutcome(file, outcome)
  addOutcome(file, { ...outcome, subject: 'b' })
  truncateSync(file, statSync(file).size - 5)
  expect(readOutcomes(file)).toEqual([outcome])
})
