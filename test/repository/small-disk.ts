/** A small disk for the temporary folder of a test, which is soon full. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const canMount = process.getuid?.() === 0

/** Mounts the disk until the test is over. */
export function useSmallDisk(size: string): void {
  const disk = mkdtempSync(join(tmpdir(), 'conductor-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk])
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = disk
  onTestFinished(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  })
}
