import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import { until } from '../../test/until.ts'
import { openLimitedLog } from './limited-log.ts'
import { identityOf, processTable } from './process-table.ts'
import { runLine } from './run-line.ts'
import { startedWith } from './stop-processes.ts'

function place() {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const log = join(folder.path, 'logs', 'deep', '1.log')
  const home = join(folder.path, '.conductor')
  return {
    folder: folder.path,
    printed: () => readFileSync(log, 'utf8'),
    alive: () =>
      [...startedWith(`CONDUCTOR_HOME=${home}`)(processTable())].filter(
        (pid) => processTable().get(pid)?.zombie === false,
      ),
    run: (line: string, signal = new AbortController().signal) =>
      runLine({
        line,
        directory: folder.path,
        environment: { CONDUCTOR_HOME: home, GIVEN: 'a b' },
        log,
        signal,
      }),
  }
}

describe('a line', () => {
  it('tells its code and its last lines, and prints everything in order to the log', async () => {
    const { run, printed } = place()
    const end = await run('echo "$GIVEN"; echo two >&2; echo three; exit 7')
    expect(end).toMatchObject({ code: 7, lastLines: ['a b', 'two', 'three'] })
    expect(end.seconds).toBeLessThan(5)
    expect(printed()).toBe('a b\ntwo\nthree\n')
  })

  it('reads nothing, and may open its own output', async () => {
    const { run, printed } = place()
    expect(await run('cat; echo x > /dev/stderr; pwd')).toMatchObject({ code: 0 })
    expect(printed()).toMatch(/^x\n\//)
  })

  it('is over only when everything it started is gone, wherever that has moved', async () => {
    const { run, alive } = place()
    const { code, seconds } = await run(
      'sleep 60 & setsid sleep 60 & (setsid sh -c "sleep 61; true" &) ; env -i sleep 60 & exit 3',
    )
    expect(code).toBe(3)
    expect(seconds).toBeLessThan(5)
    expect(alive()).toEqual([])
  })

  it('leaves nothing, also of what shed its session, its parents and its environment', async () => {
    const { run, folder } = place()
    const shed = "env -i setsid -f sh -c 'echo $$ > out; cd /; exec sleep 307 >/dev/null 2>&1'"
    expect(await run(`${shed}; until [ -s out ]; do :; done`)).toMatchObject({ code: 0 })
    expect(identityOf(Number(readFileSync(join(folder, 'out'), 'utf8')))).toBeNull()
  })

  it('says when a signal ended it', async () => {
    expect(await place().run('kill -9 $$')).toMatchObject({ code: 137 })
  })

  it('hides keys in its last lines and in its log, also one that goes over lines', async () => {
    const { run, printed } = place()
    const pem = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${'aB3'.repeat(20)}\n-----END RSA PRIVATE KEY-----`
    const { lastLines } = await run(
      `printf '%s\\n' '${pem.replaceAll('\n', "' '")}'; printf 'password=abcd'; sleep 0.3; echo efgh12345`,
    )
    expect(lastLines).toEqual(['********', 'password=********'])
    expect(printed()).toBe('********\npassword=********\n')
  })

  it('does not hear of the repository that a hook is about', async () => {
    process.env['GIT_DIR'] = '/nowhere'
    onTestFinished(() => void delete process.env['GIT_DIR'])
    expect(await place().run('echo "<$GIT_DIR>"')).toMatchObject({ lastLines: ['<>'] })
  })

  it('cannot run in a folder that is not there', async () => {
    const { folder } = place()
    const line = runLine({
      line: 'true',
      directory: join(folder, 'none'),
      environment: { CONDUCTOR_HOME: folder },
      log: join(folder, 'log'),
      signal: new AbortController().signal,
    })
    await expect(line).rejects.toThrow(/ENOENT/)
  })
})

describe('a line that is stopped', () => {
  it('may end politely, with everything it started', async () => {
    const { run, alive, printed, folder } = place()
    const stop = new AbortController()
    const running = run(
      `setsid sleep 60 & trap 'echo bye; exit 5' TERM; touch ready; sleep 60 & wait`,
      stop.signal,
    )
    await until('it is ready', () => existsSync(join(folder, 'ready')))
    stop.abort()
    expect(await running).toMatchObject({ code: 5 })
    expect(printed()).toBe('bye\n')
    expect(alive()).toEqual([])
  })

  it('ends also when it does not want to', async () => {
    const { run, folder } = place()
    const stop = new AbortController()
    const running = run(`trap '' TERM; touch ready; while :; do sleep 1; done`, stop.signal)
    await until('it is ready', () => existsSync(join(folder, 'ready')))
    stop.abort()
    expect(await running).toMatchObject({ code: 137 })
  })

  it('ends when it had hardly begun, and does not begin after that', async () => {
    const { run, folder } = place()
    const stop = new AbortController()
    const running = run('sleep 60', stop.signal)
    stop.abort()
    expect((await running).code).toBeGreaterThan(128)
    expect(await run('touch began', stop.signal)).toMatchObject({ code: 143 })
    expect(existsSync(join(folder, 'began'))).toBe(false)
  })
})

describe('a log', () => {
  it('keeps the beginning and the end when too much is printed', () => {
    const folder = tempFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    const file = join(folder.path, 'log')
    const log = openLimitedLog(file, { headBytes: 10, tailBytes: 5 })
    for (const word of ['012345', '6789ab', ...Array(20).fill('xxxx'), 'vw', 'xyz'])
      log.write(Buffer.from(word))
    log.close()
    expect(readFileSync(file, 'utf8')).toBe('0123456789\n[conductor] 82 bytes left out here\nvwxyz')
    expect(log.tail()).toMatch(/^0123.*xyz$/)
  })

  it('holds 20 MB at most', async () => {
    const { run, folder } = place()
    await run('echo first; head -c 50000000 /dev/zero | tr "\\0" x; echo; echo last')
    const file = join(folder, 'logs', 'deep', '1.log')
    expect(statSync(file).size).toBeLessThan(20_000_100)
    expect(readFileSync(file, 'utf8')).toMatch(/^first\n[^]*\nlast\n$/)
  })
})
