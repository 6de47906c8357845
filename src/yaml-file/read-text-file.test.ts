import { symlink, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTextFile, readTextStream } from './read-text-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'text-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function readBytes(bytes: string | Buffer) {
  const path = join(folder, 'file.yaml')
  await writeFile(path, bytes)
  return await readTextFile(path)
}

it('reads text and drops a byte order mark', async () => {
  expect(await readBytes('\uFEFFa: ü\r\n')).toEqual({ ok: true, text: 'a: ü\r\n' })
})

it.each([
  ['', 'empty', '0:0', 'is empty'],
  [' \n\n', 'empty', '0:0', 'is empty'],
  ['a: 1\nb: \0', 'not-text', '2:4', 'is not text: it contains a NUL byte'],
  [
    Buffer.concat([Buffer.from('a: ü\nü'), Buffer.from([0xff])]),
    'not-text',
    '2:2',
    'is not valid UTF-8: byte 8 starts no character',
  ],
])('refuses %j, which is %s', async (bytes, because, place, message) => {
  const file = await readBytes(bytes)
  if (file.ok) throw new Error('it was read')
  expect(file.because).toBe(because)
  expect(`${file.problem.line}:${file.problem.column}`).toBe(place)
  expect(file.problem.message).toContain(message)
})

it('refuses a file of more than 10 MB without reading it', async () => {
  const path = join(folder, 'large.yaml')
  await writeFile(path, '')
  await truncate(path, 10_000_001)
  expect(await readTextFile(path)).toMatchObject({ ok: false, because: 'too-large' })
})

it('counts the bytes of what is piped, not its characters', async () => {
  const said = async function* (): AsyncGenerator<string> {
    yield 'ü'.repeat(5_000_001)
  }
  expect(await readTextStream('it', said())).toMatchObject({ ok: false, because: 'too-large' })
})

it('refuses a directory', async () => {
  await mkdir(join(folder, 'plans'))
  expect(await readTextFile(join(folder, 'plans'))).toMatchObject({ because: 'not-a-file' })
})

it('suggests the file that was meant', async () => {
  await writeFile(join(folder, 'tasks.yml'), 'a: 1')
  expect(await readTextFile(join(folder, 'tasks.yaml'))).toMatchObject({
    because: 'missing',
    problem: { hint: 'did you mean "tasks.yml"?' },
  })
  expect(await readTextFile(join(folder, 'no', 'such', 'folder'))).toMatchObject({
    because: 'missing',
    problem: { hint: null },
  })
})

it('refuses a file it cannot read', async () => {
  const path = join(folder, 'a-link-to-itself.yaml')
  await symlink(path, path)
  expect(await readTextFile(path)).toMatchObject({ because: 'unreadable' })
})

it('refuses a path that cannot be one', async () => {
  expect(await readTextFile('a\0b')).toMatchObject({ ok: false, because: 'unreadable' })
})
