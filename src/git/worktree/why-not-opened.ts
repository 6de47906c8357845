/** Explains why no worktree could be opened: expected errors become a failure with a sentence. */
import type { Opened } from '../../conduct/worktree-ports.ts'
import { hindranceOf } from '../../core/run/hindrance.ts'
import { GitRefused } from '../call/git-command.ts'
import { NoFreeName } from './free-name.ts'

/** The worktree exists but cannot be used; the message is a sentence. */
export class CannotOpen extends Error {}

/** Throws every error that is a bug. */
export function whyNotOpened(error: unknown, root: string): Opened & { readonly ok: false } {
  if (!isExpected(error)) throw error
  const text = error instanceof GitRefused ? `${error.message}\n${error.end.stderr}` : error.message
  const lastLines = error instanceof GitRefused ? error.end.stderr.trim().split('\n') : []
  const { reason, passing } = KNOWN.find(({ sign }) => sign.test(text)) ?? {
    reason: error.message,
    passing: false,
  }
  const sentence = reason.replace('ROOT', root)
  const failure = { is: 'cannot-start', reason: sentence, passing } as const
  return { ok: false, failure, lastLines, hindrance: hindranceOf(error) }
}

function isExpected(error: unknown): error is Error {
  const kinds = [GitRefused, NoFreeName, CannotOpen]
  if (kinds.some((kind) => error instanceof kind)) return true
  return error instanceof Error && ('syscall' in error || 'errcode' in error)
}

const KNOWN: readonly {
  readonly sign: RegExp
  readonly reason: string
  readonly passing: boolean
}[] = [
  {
    // When git could not write a whole file, it does not say why.
    sign: /No space left on device|Disk quota exceeded|unable to write file|disk is full|ENOSPC|EDQUOT/,
    reason: 'the disk is full; make room in ROOT, or let `worktrees.root` name a folder elsewhere',
    passing: true,
  },
  {
    sign: /Permission denied|Read-only file system|EACCES|EPERM|EROFS|ENOTDIR/,
    reason: 'ROOT cannot be written to; let `worktrees.root` name a folder that can',
    passing: false,
  },
  {
    sign: /unable to open database file|readonly database/,
    reason: 'the .git folder of this repository cannot be written to',
    passing: false,
  },
  {
    sign: /dubious ownership/,
    reason: 'git does not trust this repository, because someone else owns it (see safe.directory)',
    passing: false,
  },
  {
    sign: /Unable to create '.*\.lock': File exists|cannot lock ref/,
    reason: 'another git was at work in this repository',
    passing: true,
  },
]
