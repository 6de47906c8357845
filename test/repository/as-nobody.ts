/** Root may do anything, so what is forbidden has to be tried as somebody else. */
import { execFileSync } from 'node:child_process'

const NOBODY = 65_534

/** The folder is theirs meanwhile. Whoever is not root already stays who they are. */
export async function asNobody<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (process.geteuid?.() !== 0) return work()
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
  const home = process.env['HOME']
  // Git looks there, and that of root is closed to others.
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
