import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { until } from '../../../test/until.ts'
import { isForShell, runInShell, type ShellCommand } from './small-shell.ts'

const environment = { PATH: process.env['PATH'] }

const command = (words: readonly string[], more: Partial<ShellCommand> = {}): ShellCommand => ({
  words,
  in: '/',
  environment,
  variables: {},
  input: '',
  ...more,
})

const texts = async (asked: ShellCommand) => {
  const end = await runInShell(asked)
  return end && { code: end.code, out: end.stdout.toString(), err: end.stderr.toString() }
}

const script = (line: string, more: Partial<ShellCommand> = {}) =>
  texts(command(['sh', '-c', line], more))

/** The process of the shell that has called it. */
const shellOf = async (more: Partial<ShellCommand> = {}): Promise<number> =>
  Number((await script('echo $PPID', more))?.out)

it('hands over words, variables, folder and input as they are', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "a 'folder' of\n$HOME ")))
  const words = ['', "it's", '$HOME `id` "quoted" \\', 'two\nlines', 'Grüße ✓', '-n', '*']
  try {
    const print = ['sh', '-c', 'pwd; printf "<%s>" "$@" "$TWO"; cat', 'sh', ...words]
    const input = "three\nlines of 'input' with 100 %s\nand \\no break at the end"
    const end = await texts(command(print, { in: folder, variables: { TWO: "a'b\nc" }, input }))
    const printed = [...words, "a'b\nc"].map((word) => `<${word}>`).join('')
    expect(end).toEqual({ code: 0, out: `${folder}\n${printed}${input}`, err: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('keeps the two outputs and the exit code of each command apart, byte by byte', async () => {
  expect(await script('echo one; echo two >&2; exit 3')).toEqual({
    code: 3,
    out: 'one\n',
    err: 'two\n',
  })
  expect(await script('cat')).toEqual({ code: 0, out: '', err: '' })
  const bytes = await runInShell(command(['printf', '\\0\\377\\n\\0']))
  expect(bytes?.stdout).toEqual(Buffer.from([0, 255, 10, 0]))
  const long = await runInShell(command(['head', '-c', '3000000', '/dev/zero']))
  expect(long?.stdout.length).toBe(3_000_000)
})

it('ends with its command, also when a process that the command has left behind goes on printing', async () => {
  const before = await shellOf()
  const left = '(timeout 2 yes | tr -d "\\n" >&2) &'
  expect(await script(`${left} exit 4`)).toMatchObject({ code: 4 })
  await until('another shell is used', async () => (await shellOf()) !== before)
  expect(await script('echo on')).toEqual({ code: 0, out: 'on\n', err: '' })
})

it('runs commands at once in as many shells, and uses a shell again', async () => {
  const first = await shellOf()
  expect(await shellOf()).toBe(first)
  const both = await Promise.all([shellOf(), shellOf()])
  expect(new Set(both).size).toBe(2)
})

it('gives each environment shells of its own', async () => {
  const more = { environment: { ...environment, OTHER: 'x' } }
  expect(await shellOf(more)).not.toBe(await shellOf())
  expect(await script('echo $OTHER', more)).toMatchObject({ out: 'x\n' })
  expect(await script('echo $OTHER')).toMatchObject({ out: '\n' })
})

it('leaves it to the caller what cannot be started', async () => {
  expect(await texts(command(['no-such-program']))).toBe(null)
  expect(await script('echo here', { in: join(tmpdir(), 'no-such-folder') })).toBe(null)
  expect(isForShell(command(['a\0b']))).toBe(false)
  expect(isForShell(command(['a'], { variables: { 'a b': 'x' } }))).toBe(false)
  expect(isForShell(command(['a'], { input: 'x'.repeat(100_000) }))).toBe(false)
  expect(isForShell(command(['a']))).toBe(true)
})

it('says which signal has killed a command', async () => {
  expect(await script('echo x >&2; kill -9 $$')).toEqual({ code: 137, out: '', err: 'x\n' })
  expect(await script('kill -TERM $$')).toEqual({ code: 143, out: '', err: '' })
})

it('counts a command as killed when its shell is killed, and starts another shell', async () => {
  const before = await shellOf()
  expect(await script('kill -9 $PPID')).toMatchObject({ code: 137 })
  expect(await shellOf()).not.toBe(before)
})

it('counts a command as killed when its shell is killed, also while a process left behind holds its outputs', async () => {
  const before = await shellOf()
  expect(await script('sleep 5 & kill -9 $PPID; sleep 5')).toMatchObject({ code: 137 })
  expect(await shellOf()).not.toBe(before)
})

it('leaves it to the caller when no shell can be started, or the shell ends at once', async () => {
  expect(await script('echo here', { environment: { PATH: '/nowhere' } })).toBe(null)
  using folder = tempFolder()
  writeFileSync(join(folder.path, 'sh'), '#!/bin/sh\nexit 2\n', { mode: 0o755 })
  expect(await script('echo here', { environment: { PATH: folder.path } })).toBe(null)
})

it('leaves it to the caller when there is no free file descriptor', async () => {
  const module = join(import.meta.dirname, 'small-shell.ts')
  const program = `
    import { openSync } from 'node:fs'
    import { runInShell } from ${JSON.stringify(module)}
    const asked = { in: '/', environment: process.env, variables: {}, input: '', words: ['true'] }
    try { for (;;) openSync('/dev/null') } catch {}
    process.stdout.write(String(await runInShell(asked)))`
  const line = `ulimit -n 64; exec "$0" --input-type=module --eval "$1"`
  const { stdout } = await promisify(execFile)('sh', ['-c', line, process.execPath, program])
  expect(stdout).toBe('null')
})

it('ends a command that prints without end', async () => {
  const end = await runInShell(command(['yes']))
  expect(end?.code).toBe(128)
  expect(end?.stderr.toString()).toContain('longer than')
})

it('outlives Ctrl-C and a closed terminal', async () => {
  const before = await shellOf()
  expect(await script('kill -INT $PPID; kill -HUP $PPID; kill -TERM $PPID; echo on')).toMatchObject(
    {
      code: 0,
      out: 'on\n',
    },
  )
  expect(await shellOf()).toBe(before)
})

it.runIf(existsSync('/proc/self/cwd'))('stays in no folder of a command', async () => {
  const shell = await shellOf({ in: tmpdir() })
  expect(realpathSync(`/proc/${shell}/cwd`)).toBe('/')
})

it('keeps Node from ending only while a command goes on, and ends with it', async () => {
  const module = join(import.meta.dirname, 'small-shell.ts')
  const program = `
    import { runInShell } from ${JSON.stringify(module)}
    const asked = { in: '/', environment: process.env, variables: {}, input: '' }
    runInShell({ ...asked, words: ['sh', '-c', 'sleep 0.2; echo $PPID'] })
      .then(({ stdout }) => process.stdout.write(stdout))`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(Number(stdout)).toBeGreaterThan(0)
  await until('the shell has ended', () => !isThere(Number(stdout)))
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
