/** The past of a repository, as git tells it. Works in a bare repository, too. */
import type { PastOfRepository } from '../../foresight/ports.ts'
import { commitAt, isAncestor } from '../call/commits.ts'
import { GitRefused, runGit, streamGit } from '../call/git-command.ts'
import { changesOf, readCommits } from './read-commits.ts'
import { readContents } from './read-contents.ts'

export const pastOfRepository = (folder: string): PastOfRepository => ({
  commitOf: async (name) => {
    try {
      return await commitAt(`${name}^{commit}`, { in: folder })
    } catch (error) {
      if (error instanceof GitRefused) return null
      throw error
    }
  },
  isBefore: (older, newer) => isAncestor(older, newer, folder),
  isKept: async (commit) => {
    const args = ['for-each-ref', '--contains', commit, '--count=1']
    return ((await runGit(args, { in: folder })) ?? '') !== ''
  },
  commits: (which, take) => readCommits(folder, which, take),
  tree: (commit) => readTree(folder, commit),
  changesBetween: async (older, newer) => {
    const changes = await changesOf(folder, older, newer)
    return new Map(changes.map(({ kind, path, after }) => [path, kind === 'D' ? null : after]))
  },
  contents: (names, take) => readContents(folder, names, take),
})

async function readTree(folder: string, commit: string): Promise<ReadonlyMap<string, string>> {
  const pieces: Buffer[] = []
  await streamGit(['ls-tree', '-r', '-z', '--full-tree', commit], { in: folder }, (piece) => {
    pieces.push(piece)
    return 'more'
  })
  const tree = new Map<string, string>()
  for (const entry of Buffer.concat(pieces).toString('utf8').split('\0')) {
    const [, type, name, path] = ENTRY.exec(entry) ?? []
    if (path !== undefined) tree.set(path, type === 'blob' ? name! : '')
  }
  return tree
}

const ENTRY = /^\d+ (\w+) ([0-9a-f]+)\t([\s\S]+)$/
