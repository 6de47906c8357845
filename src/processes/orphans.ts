/**
 * Words to put before a command so that whatever loses its parent below it becomes its child, and not that of
 * the first process of the machine: what has left its session and emptied its environment is still found
 * below it. Linux calls such a process a subreaper; Node cannot make one, but Perl and Python can. The
 * command keeps that when it becomes another program, and does not hand it on to its children.
 */
import { arch, platform } from 'node:process'
import { findProgram } from './find-program.ts'
import { tryOut } from './try-out.ts'

export interface OrphanKeeping {
  /** Empty where nothing works: orphans are then known by session and environment only. */
  readonly prefix: readonly string[]
  readonly by: 'perl' | 'python' | 'nothing'
}

let found: Promise<OrphanKeeping> | null = null

/** Found once, by trying. */
export const orphanKeeping = (): Promise<OrphanKeeping> => (found ??= firstThatWorks(ways()))

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

/** The number of the system call; Perl has no name for it. */
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

/** Perl warns of every locale it does not know, and that is not what an agent has printed. */
const QUIET = 'PERL_BADLANG=0'

/** 36: PR_SET_CHILD_SUBREAPER. 71: it did not work, which only a trial should ever see. */
const perlLine = (number: number): string =>
  `delete $ENV{PERL_BADLANG}; syscall(${number}, 36, 1, 0, 0, 0) == 0 or exit 71; exec { $ARGV[0] } @ARGV; exit 127`

const PYTHON = `
import ctypes, os, sys
if ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) != 0: sys.exit(71)
os.execvp(sys.argv[1], sys.argv[1:])
`
