/** Root may do anything, so tests of missing permissions must run as another user. */
import { execFileSync } from 'node:child_process'

const NOBODY = 65_534

/** Runs `work` as the user nobody, who owns the folder meanwhile. A process that is not root stays as it is. */
export async function asNobody<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (process.geteuid?.() !== 0) return work()
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
  const home = process.env['HOME']
  // Git reads HOME, and the home of root is closed to others.
  process.env['HOME'] = folder
  process.setegid!(NOBODY)
  process.seteuid!(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid!(0)
    process.setegid!(0)
    process.env['HOME'] = home
    execFileSync('chown', ['-R', '0:0', folder])
  }
}
