import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import { until } from '../../test/until.ts'
import { isAlive } from './process-table.ts'
import { openShellNursery, type CommandEnd } from './shell-host.ts'

interface Ran {
  readonly end: CommandEnd
  readonly out: string
  readonly err: string
}

async function open() {
  const folder = tempFolder()
  const log = join(folder.path, 'exits of "this" one')
  const nursery = openShellNursery(join(folder.path, 'pipes'))
  const host = await nursery.open(log)
  onTestFinished(async () => {
    host.close()
    nursery.close()
    await until('the shell has ended', () => !isAlive(host.identity))
    folder[Symbol.dispose]()
  })
  let commands = 0
  const run = async (
    line: string,
    environment: Record<string, string> = {},
    without: readonly string[] = [],
  ): Promise<Ran> => {
    const pieces = { out: [] as Buffer[], err: [] as Buffer[] }
    const end = await host.run({
      name: `c${++commands}`,
      line,
      directory: folder.path,
      environment,
      without,
      onOutput: (side, bytes) => pieces[side].push(Buffer.from(bytes)),
    })
    const text = (side: 'out' | 'err') => Buffer.concat(pieces[side]).toString()
    return { end, out: text('out'), err: text('err') }
  }
  return { host, run, exits: () => readFileSync(log, 'utf8') }
}

describe('the shell that stays', () => {
  it.each([
    ['quotes', `it's "all" \`here\` $HOME \\ \\n`],
    ['new lines', 'one\ntwo\n\nthree\n'],
    ['unicode', 'für ✓ 日本 \u{1f600}'],
    ['what looks like a command', "'; exit 3; '"],
    ['what looks like a mark', '\x1e0123456789abcdef01234567 0\n\x1e'],
    ['control characters', '\x01\x02\x1b[31m\x7f'],
    ['a minus', '-n -e --'],
  ])('hands %s on untouched, as text and in the environment', async (_, text) => {
    const { run } = await open()
    const quoted = `'${text.replaceAll("'", `'\\''`)}'`
    const { out, end } = await run(`printf '%s|' ${quoted} "$GIVEN"`, { GIVEN: text })
    expect(end).toMatchObject({ is: 'exited', code: 0 })
    expect(out).toBe(`${text}|${text}|`)
  })

  it('keeps from a command what it is not to get, and gives it to the next', async () => {
    process.env['NOT_FOR_ALL'] = 'secret'
    onTestFinished(() => void delete process.env['NOT_FOR_ALL'])
    const { run } = await open()
    const line = 'echo "<$NOT_FOR_ALL> <$GIVEN>"'
    expect((await run(line, { GIVEN: 'x' }, ['NOT_FOR_ALL', 'no name!'])).out).toBe('<> <x>\n')
    expect((await run(line)).out).toBe('<secret> <>\n')
  })

  it('runs one command after another, each with its own output and exit code', async () => {
    const { run } = await open()
    for (let i = 0; i < 20; i++) {
      const { end, out, err } = await run(`echo out ${i}; printf 'err ${i}' >&2; exit ${i}`)
      expect({ end, out, err }).toMatchObject({
        end: { is: 'exited', code: i },
        out: `out ${i}\n`,
        err: `err ${i}`,
      })
    }
  })

  it('tells where the output ends though it comes in pieces that cut the mark', async () => {
    const { run } = await open()
    for (let size = 65_500; size < 65_560; size += 4) {
      const { out } = await run(`head -c ${size} /dev/zero | tr '\\0' '\\036'`)
      expect(out).toBe('\x1e'.repeat(size))
    }
  })

  it('passes on much output, and nothing is missing', async () => {
    const { run } = await open()
    const { out, err } = await run(
      `head -c 8000000 /dev/zero | tr '\\0' x & head -c 3000000 /dev/zero | tr '\\0' y >&2; wait`,
    )
    expect(out === 'x'.repeat(8_000_000)).toBe(true)
    expect(err === 'y'.repeat(3_000_000)).toBe(true)
  })

  it('writes down how each command ended, and that we were there to see it', async () => {
    const { run, exits } = await open()
    await run('true')
    await run('exit 7')
    await run('kill -KILL $$')
    expect(exits()).toBe('c1 0 coordinator\nc2 7 coordinator\nc3 137 coordinator\n')
  })

  it('says when it has been killed itself', async () => {
    const { run, host } = await open()
    const { end } = await run(`kill -9 $PPID; sleep 0.2; echo late`)
    expect(end).toEqual({ is: 'host-died' })
    expect(isAlive(host.identity)).toBe(false)
    expect((await run('true')).end).toEqual({ is: 'host-died' })
  })

  it('lives on when its commands are told to stop', async () => {
    const { run } = await open()
    const { end } = await run(`kill -TERM 0; sleep 5`)
    expect(end).toMatchObject({ is: 'exited', code: 143 })
    expect((await run('echo on')).out).toBe('on\n')
  })

  it('fails a command whose folder is gone', async () => {
    const { host } = await open()
    const end = await host.run({
      name: 'x',
      line: 'true',
      directory: '/no/such/folder',
      environment: {},
      onOutput: () => {},
    })
    expect(end).toMatchObject({ is: 'exited', code: 126 })
  })
})
