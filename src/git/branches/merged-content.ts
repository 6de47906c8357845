/** Which branches are in the default branch by their content, though not by their commits: squashed, or rebased before the merge. */
import type { HistoryCommit } from '../../core/workspace/branch-history.ts'
import { askGit, isRefusal, mustGits } from '../call/git-command.ts'

export interface MergedContent {
  /** Returns those of the tips whose changes the bases have. commits: those of the tips that the bases do not have. */
  among(
    tips: readonly string[],
    bases: ReadonlySet<string>,
    commits: readonly HistoryCommit[],
  ): Promise<ReadonlySet<string>>
}

/** Of more branches than these, or more commits on one, none is looked at: comparing changes costs git some milliseconds each. */
const MOST_TIPS = 50
const MOST_OWN = 20
/** Commits of the default branch that are compared. */
const MOST_BASE_COMMITS = 200
const MOST_KNOWN = 5000

/** What was worked out stays known, so that a new commit costs one comparison. */
export function openMergedContent(root: string): MergedContent {
  const patchIdOf = new Map<string, string>()
  return {
    async among(tips, bases, commits) {
      const open = new Map(commits.map((commit) => [commit.id, commit]))
      const branches = tips
        .slice(0, MOST_TIPS)
        .flatMap((tip) => branchAt(tip, open) ?? [])
        .filter(({ fork }) => !bases.has(fork))
      if (branches.length === 0) return new Set()
      const inBase = await changesIn(
        await newCommits(
          root,
          bases,
          branches.map(({ fork }) => fork),
        ),
      )
      if (inBase.size === 0) return new Set()
      const whole = await idsOf(branches.map(({ tip, fork }) => `${tip} ${fork}`))
      const single = await idsOf(branches.flatMap(({ own }) => own))
      const isThere = (id: string | undefined): boolean => id !== undefined && inBase.has(id)
      return new Set(
        branches
          .filter(
            ({ tip, fork, own }) =>
              isThere(whole.get(`${tip} ${fork}`)) ||
              (own.length > 0 && own.every((commit) => isThere(single.get(commit)))),
          )
          .map(({ tip }) => tip),
      )
    },
  }

  async function changesIn(commits: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await idsOf(commits)).values())
  }

  /** The ids of what each line changes: a commit, or a commit compared with another. One that changes nothing has none. */
  async function idsOf(lines: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (patchIdOf.size > MOST_KNOWN) patchIdOf.clear()
    const unknown = lines.filter((line) => !patchIdOf.has(line))
    const worked = unknown.length === 0 ? new Map() : await patchIds(root, unknown)
    for (const line of unknown) patchIdOf.set(line, worked.get(line.split(' ')[0]!) ?? '')
    return new Map(
      lines.map((line) => [line, patchIdOf.get(line)!] as const).filter(([, id]) => id),
    )
  }
}

interface Branch {
  readonly tip: string
  /** The newest commit of the default branch that it has. */
  readonly fork: string
  /** Its own commits, without merges; empty when there are too many. */
  readonly own: readonly string[]
}

function branchAt(tip: string, open: ReadonlyMap<string, HistoryCommit>): Branch | null {
  const own = new Set([tip])
  let fork: string | null = null
  // A set that grows while it is walked through also gives what was added.
  for (const id of own)
    for (const parent of open.get(id)?.parents ?? [])
      if (open.has(parent)) own.add(parent)
      else fork ??= parent
  if (fork === null) return null
  const plain = [...own].filter((id) => open.get(id)!.parents.length === 1)
  return { tip, fork, own: plain.length > MOST_OWN ? [] : plain }
}

/** What the default branch has got since the oldest of the branches began. */
async function newCommits(
  root: string,
  bases: ReadonlySet<string>,
  forks: readonly string[],
): Promise<readonly string[]> {
  const words = ['rev-list', '--no-merges', '--first-parent', `--max-count=${MOST_BASE_COMMITS}`]
  const { code, stdout } = await askGit(
    [...words, ...bases, '--not', ...commonForks(forks), '--'],
    {
      in: root,
    },
  )
  return code === 0 ? stdout.split('\n').filter(Boolean) : []
}

/** With several forks, what only the newest has must not be left out: none is excluded then, and the limit holds. */
const commonForks = (forks: readonly string[]): readonly string[] => {
  const different = new Set(forks)
  return different.size === 1 ? [...different] : []
}

/** An id for each commit that changes something; a second commit in a line is taken for its only parent. */
async function patchIds(
  root: string,
  lines: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  try {
    const printed = await mustGits('git diff-tree -p -r --stdin | git patch-id --stable', [], {
      in: root,
      input: lines.map((line) => `${line}\n`).join(''),
      gently: true,
    })
    return new Map(
      printed.split('\n').flatMap((row) => {
        const [id, commit] = row.split(' ')
        return id && commit ? [[commit, id] as const] : []
      }),
    )
  } catch (error) {
    if (!isRefusal(error)) throw error
    return new Map()
  }
}
