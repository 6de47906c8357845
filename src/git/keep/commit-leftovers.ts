/** Makes a commit of what was left uncommitted. */
import type { SealRequest } from '../../conduct/worktree-ports.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { DURABLY } from '../call/durable.ts'
import { signedGit } from '../call/identity.ts'
import type { TakenIn } from './take-in.ts'
import type { WorktreeGit } from '../worktree/worktree-git.ts'
import type { Owner, WorktreeRecord } from '../worktree/worktree-record.ts'

export type Lane = Pick<WorktreeRecord, 'branch' | 'base'>

/** A seal request, also for a worktree that a person made. */
export type Sealing = Owner &
  Omit<SealRequest, keyof Owner> & {
    /** The record of the folder; null: there is none. */
    readonly folder?: Pick<WorktreeRecord, 'mark' | 'usedAt' | 'handedOverAt'> | null
    /** The other lanes: in a stack, one of them may have been begun on work of this one. */
    readonly others?: readonly Lane[]
  }

/** null: there is nothing to commit. A merge (more than one parent) is committed even if it changes nothing. */
export async function commitLeftovers(
  git: WorktreeGit,
  { tree, isChanged }: Pick<TakenIn, 'tree' | 'isChanged'>,
  parents: readonly CommitId[],
  request: Sealing,
): Promise<CommitId | null> {
  const all = [...new Set(parents)]
  if (!isChanged && all.length === 1) return null
  const words = [
    'commit-tree',
    '--no-gpg-sign',
    ...all.flatMap((id) => ['-p', id]),
    '-F',
    '-',
    tree,
  ]
  const how = [...DURABLY, '-c', 'i18n.commitEncoding=UTF-8', ...words]
  return commitId(await signedGit(how, { ...git, input: messageOf(request) }))
}

function messageOf({ subject, run, task, attempt, succeeded }: Sealing): string {
  const [first] = subject
    .replaceAll(/[\x00-\x09\x0b-\x1f\x7f]+/g, ' ')
    .trim()
    .split('\n')
  return [
    first || `Work on ${task}`,
    '',
    run === null ? FOR_A_PERSON : succeeded ? FOR_THE_AGENT : UNFINISHED,
    '',
    ...(run === null ? [] : [`Conductor-Run: ${run}`]),
    ...(task === null ? [] : [`Conductor-Task: ${task}`]),
    ...(attempt === null ? [] : [`Conductor-Attempt: ${attempt}`]),
    'Conductor-Leftover: yes',
    '',
  ].join('\n')
}

const FOR_A_PERSON = 'Conductor committed this when the worktree was removed.'

const FOR_THE_AGENT = 'Conductor committed this for the agent, which had left it uncommitted.'
const UNFINISHED =
  'This is unfinished: the attempt did not succeed, and Conductor committed what it had left.'
