/** The output of tasks: very much of it, secret keys in it, and terminal codes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Summary } from '../../src/core/report/summary.ts'
import { eventsIn, folder } from '../conductor.ts'

const MEGABYTE = 1_000_000

describe('a task that prints 100 MB', () => {
  it('neither slows nor bloats the coordinator', async () => {
    const latency = Array.from(
      { length: 20 },
      (_, i) => `  - {id: q${i}, run: "true"${i === 0 ? '' : `, dependencies: [q${i - 1}]`}}`,
    )
    const line = 'a line of output as builds print them, over and over again, sixty-odd'
    await using place = folder({
      'tasks.yaml': [
        'tasks:',
        `  - {id: loud, run: "yes '${line}' | head -c ${100 * MEGABYTE}"}`,
        ...latency,
        '',
      ].join('\n'),
      '.conductor/config.yaml': 'transcript: {max_size: 2MB}\n',
    })
    const run = place.start('run', 'tasks.yaml', '-p', '2', '--no-ui')
    let peak = 0
    const looking = setInterval(() => (peak = Math.max(peak, peakOf(run.child.pid!))), 50)
    const { code } = await run.done
    clearInterval(looking)
    expect(code).toBe(0)
    expect(peak).toBeGreaterThan(0)
    expect(peak).toBeLessThan(250 * MEGABYTE)

    const attempts = join(place.path, '.conductor/run-1')
    const loud = readdirSync(attempts)
      .map((name) => join(attempts, name, 'loud'))
      .find((path) => existsSync(path))!
    const sizes = readdirSync(loud).map((name) => statSync(join(loud, name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2 * MEGABYTE)
    expect((await place.conductor('logs', 'loud', '-n', '2')).stdout).toContain('over and over')

    const { results } = (await place.json('report')) as Summary
    const quick = results.filter(({ id }) => id !== 'loud').map(({ duration_s }) => duration_s)
    expect(quick.toSorted((a, b) => a - b)[10]).toBeLessThan(0.25)
  }, 60_000)

  const peakOf = (pid: number): number => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
      return Number(kilobytes) * 1024
    } catch {
      // The process has just ended.
      return 0
    }
  }
})

describe('keys that a task prints', () => {
  it('are masked in transcripts, logs, the summary and the events', async () => {
    const key = `sk-ant-api03-${'aB3dE6gH9'.repeat(5)}`
    await using place = folder({
      'key.txt': `${key}\n`,
      'tasks.yaml':
        'tasks:\n  - {id: leak, run: "cat key.txt; echo \\"API_KEY=$(cat key.txt)\\" >&2; exit 1"}\n',
    })
    const { stdout, stderr } = await place.conductor('run', 'tasks.yaml', '--no-ui')
    expect(stdout).toContain('********')
    const shown = [
      stdout,
      stderr,
      (await place.conductor('logs', 'leak')).stdout,
      (await place.conductor('status')).stdout,
      JSON.stringify(await place.json('report')),
      JSON.stringify(eventsIn(place.path)),
      ...filesBelow(join(place.path, '.conductor')).map((path) => readFileSync(path, 'latin1')),
    ]
    expect(shown.length).toBeGreaterThan(8)
    for (const text of shown) expect(text).not.toContain('aB3dE6gH9')
  })

  const filesBelow = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
})

describe('output for terminals', () => {
  it('cannot do anything to the terminal of whoever reads the log', async () => {
    await using place = folder({
      'tasks.yaml':
        'tasks:\n  - {id: a, run: "printf \'\\\\033]0;owned\\\\007\\\\033[2J\\\\033[31mred\\\\033[0m\\\\n10%%\\\\r99%%\\\\n\'"}\n',
    })
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    expect((await place.conductor('logs', 'a')).stdout).toBe('red\n99%\n')
  })
})
