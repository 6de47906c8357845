/** Reads past commits from git, as a stream. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import type { FileChange, PastCommit } from '../../core/foresight/index/past-commit.ts'
import type { WhichCommits } from '../../foresight/ports.ts'
import { runGit, streamGit } from '../call/git-command.ts'

export async function readCommits(
  folder: string,
  { until, after, order, most }: WhichCommits,
  take: (commit: PastCommit) => 'more' | 'enough',
): Promise<void> {
  const args = [
    ...HOW,
    `--format=${MARK}%H${BETWEEN}%s${BETWEEN}%b`,
    ...(order === 'oldest-first' ? ['--reverse'] : []),
    ...(most === undefined ? [] : [`--max-count=${most}`]),
    until,
    ...(after === undefined ? [] : [`^${after}`]),
    '--',
  ]
  const cutOff = await cutOffIn(folder)
  const parser = commitParser((commit) =>
    take(cutOff.has(commit.id) ? { ...commit, changes: [] } : commit),
  )
  await streamGit(args, { in: folder, environment: WITHOUT_FETCHING }, (piece) =>
    parser.take(piece),
  )
  parser.end()
}

/**
 * Where a shallow clone ends: these commits look as if they had made every file, because what was before them is not
 * there.
 */
async function cutOffIn(folder: string): Promise<ReadonlySet<string>> {
  const path = await runGit(['rev-parse', '--git-path', 'shallow'], { in: folder })
  if (path === null) return new Set()
  const text = await readFile(resolve(folder, path.trim()), 'utf8').catch(() => '')
  return new Set(text.split('\n'))
}

/** What differs between two commits, whatever happened between them. */
export async function changesOf(
  folder: string,
  older: string,
  newer: string,
): Promise<readonly FileChange[]> {
  const pieces: Buffer[] = []
  const args = [...HOW_TO_COMPARE, older, newer, '--']
  await streamGit(args, { in: folder, environment: WITHOUT_FETCHING }, (piece) => {
    pieces.push(piece)
    return 'more'
  })
  const parts = Buffer.concat(pieces).toString('utf8').split('\0')
  return parts.flatMap((part, at) => {
    const change = at % 2 === 0 ? CHANGE.exec(part) : null
    return change === null ? [] : [changeOf(change, parts[at + 1]!)]
  })
}

const HOW_TO_COMPARE: readonly string[] =
  'diff-tree -r -z --raw --no-renames --no-abbrev --no-ext-diff --ignore-submodules=none'.split(' ')

const HOW: readonly string[] =
  'log --no-merges --date-order --raw --no-renames -z --no-abbrev --no-show-signature --no-notes --no-mailmap --root --no-color --no-ext-diff --ignore-submodules=none --encoding=UTF-8'.split(
    ' ',
  )

/** A partial clone has contents elsewhere; nothing is fetched to foresee something. */
export const WITHOUT_FETCHING = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }

const MARK = '\u0001'
const BETWEEN = '\u0002'

/** The pieces end with NUL: a message, or a change and then its path. */
function commitParser(take: (commit: PastCommit) => 'more' | 'enough') {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let commit: { id: string; subject: string; body: string; changes: FileChange[] } | null = null
  let change: RegExpExecArray | null = null
  let answer: 'more' | 'enough' = 'more'

  function handOver(): void {
    if (commit !== null && answer === 'more') answer = take(commit)
    commit = null
  }

  function read(piece: string): void {
    if (change !== null) {
      commit?.changes.push(changeOf(change, piece))
      change = null
      return
    }
    change = CHANGE.exec(piece)
    if (change !== null) return
    const [, id, subject, body] = MESSAGE.exec(piece) ?? []
    if (id === undefined) return
    handOver()
    commit = { id, subject: subject!, body: body!, changes: [] }
  }

  return {
    take(bytes: Buffer): 'more' | 'enough' {
      const text = rest + decoder.write(bytes)
      const end = text.lastIndexOf('\0')
      rest = text.slice(end + 1)
      if (end < 0) return answer
      for (const piece of text.slice(0, end).split('\0')) {
        if (answer === 'enough') break
        read(piece)
      }
      return answer
    },
    end(): void {
      if (rest !== '') read(rest)
      handOver()
    },
  }
}

const MESSAGE = /^\n?\u0001([0-9a-f]{40,64})\u0002([^\u0002]*)\u0002([\s\S]*)$/
const CHANGE = /^\n?:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/

const SUBMODULE = '160000'
const NO_CONTENT = /^0+$/

function changeOf(match: RegExpExecArray, path: string): FileChange {
  const [, modeBefore, modeAfter, before, after, letter] = match
  const kind = letter === 'A' || letter === 'D' ? letter : 'M'
  return {
    kind,
    path,
    before: modeBefore === SUBMODULE || NO_CONTENT.test(before!) ? '' : before!,
    after: modeAfter === SUBMODULE || NO_CONTENT.test(after!) ? '' : after!,
  }
}
