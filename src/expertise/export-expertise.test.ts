import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { canMount, useSmallDisk } from '../../test/repository/small-disk.ts'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import type { ExpertFile } from '../core/expertise/expert-files.ts'
import { exportExpertise } from './export-expertise.ts'

const file = (path: string, text: string): ExpertFile => ({ path, text, edition: null })

function place() {
  const folder = tempFolder()
  const at = { root: folder.path, kept: join(folder.path, '.conductor/kept') }
  const write = (files: readonly ExpertFile[], force = false) =>
    exportExpertise(files, at, { dryRun: false, force })
  return Object.assign(folder, { write })
}

it.skipIf(!canMount)('writes all files or none when the disk is full', () => {
  useSmallDisk('256k')
  using here = place()
  const old = file('experts/api/question.md', 'old\n')
  expect(here.write([old]).ok).toBe(true)
  const before = readFileSync(join(here.path, old.path), 'utf8')
  const large = file('experts/web/question.md', 'x'.repeat(1 << 20))
  expect(here.write([file(old.path, 'new\n'), large])).toEqual({
    ok: false,
    isHindered: true,
    message: 'the files could not be written: the disk is full',
  })
  expect(readFileSync(join(here.path, old.path), 'utf8')).toBe(before)
  expect(readdirSync(join(here.path, 'experts'))).toEqual(['api'])
  expect(readdirSync(join(here.path, 'experts/api'))).toEqual(['question.md'])
})

it.skipIf(!canMount)(
  'says that a folder is read-only, and writes there when it is not any more',
  () => {
    useSmallDisk('256k')
    using here = place()
    const mount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, tmpdir()])
    const one = file('experts/api/question.md', 'ours\n')
    mount('ro')
    try {
      const message = expect.stringMatching(/^the files could not be written: EROFS: read-only/)
      expect(here.write([one])).toEqual({ ok: false, isHindered: true, message })
    } finally {
      mount('rw')
    }
    expect(here.write([one])).toMatchObject({ ok: true, files: [{ result: 'created' }] })
  },
)

it('leaves nothing behind when one of the files cannot be written', () => {
  using here = place()
  // It becomes too long when the file is written beside its place.
  const tooLong = file(`experts/web/${'x'.repeat(240)}.md`, 'new\n')
  const result = here.write([file('experts/api/question.md', 'new\n'), tooLong])
  expect(result).toMatchObject({ ok: false, isHindered: true })
  expect(readdirSync(here.path)).toEqual([])
})

it('keeps each replaced file, also when it is replaced by force twice', () => {
  using here = place()
  const one = file('experts/api/question.md', 'ours\n')
  const path = join(here.path, one.path)
  for (const text of ['first', 'second']) {
    here.write([one])
    writeFileSync(path, text)
    expect(here.write([one])).toMatchObject({ files: [{ result: 'kept', copy: null }] })
    expect(here.write([one], true)).toMatchObject({ files: [{ result: 'updated' }] })
  }
  const kept = join(here.path, '.conductor/kept')
  expect(readdirSync(kept).map((name) => readFileSync(join(kept, name), 'utf8'))).toEqual([
    'first',
    'second',
  ])
  expect(existsSync(path)).toBe(true)
})
