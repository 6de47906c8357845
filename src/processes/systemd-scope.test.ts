import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../test/repository/temp-folder.ts'
import {
  findSystemdScope,
  reachOfScope,
  scopeOptions,
  scopePrefix,
  versionOf,
} from './systemd-scope.ts'

const BOTH = { cpu: true, memory: true }

describe('the words for systemd-run', () => {
  it('name what is booked, with memory a quarter above it and no swap', () => {
    const prefix = scopePrefix(['run'], { cpu: 1.5, memoryBytes: 1000 }, BOTH)
    expect(prefix.join(' ')).toBe('run -p CPUQuota=150% -p MemoryMax=1250 -p MemorySwapMax=0 --')
  })

  it('leave out what is not booked, and what systemd has no right to', () => {
    const booked = { cpu: 1, memoryBytes: 1000 }
    expect(scopePrefix(['run'], { cpu: 0, memoryBytes: 0 }, BOTH)).toEqual([])
    expect(scopePrefix(['run'], { ...booked, memoryBytes: 0 }, BOTH).join(' ')).toBe(
      'run -p CPUQuota=100% --',
    )
    expect(scopePrefix(['run'], booked, { cpu: false, memory: true }).join(' ')).toBe(
      'run -p MemoryMax=1250 -p MemorySwapMax=0 --',
    )
  })

  it('never ask for no time at all', () => {
    expect(scopePrefix(['run'], { cpu: 0.001, memoryBytes: 0 }, BOTH)).toContain('CPUQuota=1%')
  })

  it('ask the manager of the user, for root that of the system', () => {
    expect(scopeOptions(252, false)).toEqual(['--user', '--scope', '--quiet', '--collect'])
    expect(scopeOptions(252, true)).not.toContain('--user')
  })

  it('keep systemd from replacing variables, as soon as it knows how to be told', () => {
    expect(scopeOptions(253, false)).not.toContain('--expand-environment=no')
    expect(scopeOptions(254, false)).toContain('--expand-environment=no')
  })
})

describe('what systemd-run answers', () => {
  it('tells its version', () => {
    expect(versionOf('systemd 252 (252.38-1~deb12u1)\n+PAM')).toBe(252)
    expect(versionOf('something else')).toBe(null)
  })

  it.each([
    ['memory.max 335544320\ncpu.max 50000 100000\n', { memory: true, cpu: true }],
    ['memory.max 335544320\ncpu.max \n', { memory: true, cpu: false }],
    ['memory.max 335544320\ncpu.max max 100000\n', { memory: true, cpu: false }],
    ['memory.max max\ncpu.max 50000 100000\n', { memory: false, cpu: true }],
    ['memory.max \ncpu.max \n', { memory: false, cpu: false }],
    ['', { memory: false, cpu: false }],
  ])('counts only limits that are really set: %j', (said, reach) => {
    expect(reachOfScope(said)).toEqual(reach)
  })
})

describe('looking for systemd-run', () => {
  /** A program that stands in for systemd-run, and prints its arguments. */
  function program(folder: string, body: string): string {
    const file = join(folder, 'systemd-run')
    writeFileSync(file, `#!/bin/sh\n[ "$1" = --version ] && exec echo 'systemd 255 (255)'\n${body}`)
    chmodSync(file, 0o755)
    return file
  }

  it('takes it when limits are set by it, and then puts it before the command', async () => {
    using folder = tempFolder()
    const body = `
      case "$*" in *MemoryMax=335544320*) echo memory.max 335544320; echo cpu.max 50000 100000; exit;; esac
      while [ "$1" != -- ]; do echo "$1"; shift; done; shift; exec "$@"`
    const scope = await findSystemdScope(program(folder.path, body))
    expect(scope?.reach).toEqual(BOTH)
    const [run, ...args] = scope!.prefix({ cpu: 2, memoryBytes: 0 })
    const printed = execFileSync(run!, [...args, 'echo', 'a  b'], { encoding: 'utf8' })
    expect(printed).toMatch(/--scope\n[^]*-p\nCPUQuota=200%\na {2}b\n$/)
  })

  it.each([
    ['fails', 'echo "Failed to connect to bus" >&2; exit 1'],
    ['sets no limits', 'echo "memory.max max"; echo "cpu.max max 100000"'],
    ['never answers', 'sleep 60'],
  ])('does without it when it %s', async (_, body) => {
    using folder = tempFolder()
    expect(await findSystemdScope(program(folder.path, body))).toBe(null)
  })

  it('does without it where it is not installed', async () => {
    expect(await findSystemdScope(null)).toBe(null)
    expect(await findSystemdScope('/no/such/systemd-run')).toBe(null)
  })
})
