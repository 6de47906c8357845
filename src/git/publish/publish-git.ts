/** Implements PublishGit: replays work, fetches from a remote and pushes to it. */
import { THEIRS, type PublishGit } from '../../conduct/forge-ports.ts'
import { isAncestor } from '../call/commits.ts'
import { mustGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'
import { ALL_OF_IT } from '../diff/diff-rows.ts'
import { changeRef } from '../land/change-ref.ts'
import { openRemoteCalls, type RemoteOptions } from './call-remote.ts'
import { blockedNames } from './blocked-names.ts'
import { contains, type KnownHoldings } from './contains.ts'
import { fetchBranches } from './fetch-branches.ts'
import { mergeAll, withFilesOf } from './made-commits.ts'
import { openMergePlace } from './merge-on-base.ts'
import { pushBranch } from './push-branch.ts'
import { replay } from './replay.ts'

export interface PublishGitOptions extends Omit<RemoteOptions, 'repository'> {
  /** A folder of Conductor for temporary objects of git. */
  readonly scratch: string
}

export function openPublishGit(repository: Repository, options: PublishGitOptions): PublishGit {
  const { remote, scratch } = options
  const place = { repository, remote, call: openRemoteCalls({ ...options, repository }) }
  const holdings: KnownHoldings = new Map()
  const here = { in: repository.common }
  return {
    fetch: (branches) => fetchBranches(place, branches),
    blocked: (names) => blockedNames(place, names),
    async replay(pieces, onto) {
      using merging = openMergePlace(repository, scratch)
      return await replay(merging, pieces, onto)
    },
    merge: (commits, message) => mergeAll(repository, commits, message),
    withFilesOf: (request) => withFilesOf(repository, request),
    push: (request) => pushBranch(place, request),
    isAncestor: (commit, of) => isAncestor(commit, of, repository.common),
    async contains(commit, pieces) {
      using merging = openMergePlace(repository, scratch)
      return await contains(merging, { commit, pieces }, holdings)
    },
    async pathsOf({ base, commit }) {
      const words = ['diff-tree', '-z', '--name-only', '--no-renames', ...ALL_OF_IT]
      return (await mustGit([...words, base, commit, '--'], here)).split('\0').filter(Boolean)
    },
    async pushedFromHere(commits) {
      const refs = await mustGit(
        ['for-each-ref', '--format=%(objectname) %(refname)', PUBLISHED],
        here,
      )
      const own = new Set(
        refs.split('\n').flatMap((line) => line.split(' ').slice(0, isTheirs(line) ? 0 : 1)),
      )
      return new Set(commits.filter((commit) => own.has(commit)))
    },
    keep: async (commit, name) =>
      void (await changeRef(
        { ref: PUBLISHED + name, to: commit },
        { repository, onNote: () => {} },
      )),
  }
}

/** The name of a ref says that another person has made its commit. */
const isTheirs = (line: string): boolean => line.includes(`/${THEIRS}`)

/** The refs that keep published commits; the caller gives the rest of the name. */
const PUBLISHED = 'refs/conductor/kept/published/'
