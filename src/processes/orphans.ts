/**
 * Words to put before a command, so that a process below it that loses its parent becomes a child of the
 * command, and not of the first process of the machine: a process that has left its session and emptied
 * its environment is still found below the command. Linux calls such a command a subreaper; Node cannot
 * make one, but Perl and Python can. The command stays a subreaper when it executes another program, and
 * its children do not inherit that.
 */
import { arch, platform } from 'node:process'
import { findProgram } from './find-program.ts'
import { tryOut } from './try-out.ts'

export interface OrphanKeeping {
  /** Empty when nothing works: orphans are then found only by session and environment. */
  readonly prefix: readonly string[]
  readonly by: 'perl' | 'python' | 'nothing'
}

let keeping: Promise<OrphanKeeping> | null = null

/** Tried out once. */
export const orphanKeeping = (): Promise<OrphanKeeping> => (keeping ??= firstThatWorks(ways()))

export async function firstThatWorks(given: readonly OrphanKeeping[]): Promise<OrphanKeeping> {
  for (const way of given) if ((await tryOut([...way.prefix, 'true'])).worked) return way
  return { prefix: [], by: 'nothing' }
}

function ways(): readonly OrphanKeeping[] {
  if (platform !== 'linux') return []
  const [env, perl, python] = ['env', 'perl', 'python3'].map((name) => findProgram(name))
  const number = PRCTL[arch]
  return [
    ...(env && perl && number !== undefined
      ? [{ prefix: [env, QUIET, perl, '-e', perlLine(number)], by: 'perl' as const }]
      : []),
    ...(python ? [{ prefix: [python, '-I', '-S', '-c', PYTHON], by: 'python' as const }] : []),
  ]
}

/** The number of the prctl system call; Perl has no name for it. */
const PRCTL: Readonly<Partial<Record<NodeJS.Architecture, number>>> = {
  x64: 157,
  arm64: 167,
  riscv64: 167,
  loong64: 167,
  ppc64: 171,
  arm: 172,
  ia32: 172,
  s390x: 172,
}

/** Perl warns of every locale it does not know, and that would look like output of the agent. */
const QUIET = 'PERL_BADLANG=0'

/** 36: PR_SET_CHILD_SUBREAPER. 71: the call failed, which should only ever happen when it is tried out. */
const perlLine = (number: number): string =>
  `delete $ENV{PERL_BADLANG}; syscall(${number}, 36, 1, 0, 0, 0) == 0 or exit 71; exec { $ARGV[0] } @ARGV; exit 127`

const PYTHON = `
import ctypes, os, sys
if ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) != 0: sys.exit(71)
os.execvp(sys.argv[1], sys.argv[1:])
`
