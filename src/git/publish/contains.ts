/**
 * Whether a commit has all changes of pieces of work: as commits, or by content after a squash, a rebase or a
 * cherry-pick. In doubt the answer is no.
 */
import type { PieceOfWork } from '../../conduct/forge-ports.ts'
import type { CommitId } from '../../core/value/ids.ts'
import { isAncestor, objectsAt } from '../call/commits.ts'
import { askGit, runGit, type GitOptions } from '../call/git-command.ts'
import { sayMissing } from '../call/say-missing.ts'
import { standIn, writeObjects } from './git-objects.ts'
import { mergeOnBase, type MergePlace } from './merge-on-base.ts'
import { changesBetween } from './read-piece.ts'

/** A change, from a commit to a tree. */
interface Work {
  readonly base: string
  readonly tree: string
}

/** Cached answers. They stay true, because commits and trees never change. */
export type KnownHoldings = Map<string, boolean>

/** The most commits of the history that are compared, and merges that are tried, for one question. */
const MOST_COMMITS = 500
const MOST_PATHS = 200
const MOST_OWN = 50
const MOST_KNOWN = 20_000

interface Request {
  readonly commit: CommitId
  readonly pieces: readonly PieceOfWork[]
  /** For a person who waits for the answer: fewer commits than usual are compared. */
  readonly most?: number
}

/** Git writes its objects to the temporary folder of the place. */
export async function contains(
  { repository, passing }: MergePlace,
  request: Request,
  holdings: KnownHoldings,
): Promise<boolean> {
  const { commit, pieces, most = MOST_COMMITS } = request
  const place = { repository, git: { ...passing, in: repository.common }, passing }
  const isIn = (piece: PieceOfWork) => isAncestor(piece.commit, commit, repository.common)
  const missing: PieceOfWork[] = []
  for (const piece of pieces) if (!(await isIn(piece))) missing.push(piece)
  if (missing.length === 0) return true
  if (holdings.size > MOST_KNOWN) holdings.clear()
  const works = await worksOf(missing, place.git)
  const past = works === null ? [] : await pastOf(commit, missing, { git: place.git, most })
  if (works === null || past.length === 0) return false
  return (
    (await isHeld(await together(place, works), past, { place, holdings })) ||
    (works.length > 1 && (await isHeld(works, past, { place, holdings }))) ||
    (await isHeld(await singleCommits(missing, place.git), past, { place, holdings }))
  )
}

async function worksOf(
  pieces: readonly PieceOfWork[],
  git: GitOptions,
): Promise<readonly (Work & { readonly commit: string })[] | null> {
  const trees = await objectsAt(
    pieces.map(({ commit }) => `${commit}^{tree}`),
    git,
  )
  if (trees.includes(null)) return null
  return pieces.map(({ base, commit }, at) => ({ base, commit, tree: trees[at]! }))
}

/** The trees of the history since the work began, the newest first, where one of the paths changed. */
async function pastOf(
  commit: CommitId,
  pieces: readonly PieceOfWork[],
  { git, most }: { readonly git: GitOptions; readonly most: number },
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { base, commit: end } of pieces)
    changed.push(...(await changesBetween(base, end, git)).map(({ path }) => path))
  const paths = changed.length > MOST_PATHS ? [] : changed.map(literally)
  const words = ['log', '--first-parent', `--max-count=${most}`, '--format=%T']
  const range = [commit, `^${pieces[0]!.base}`, '--']
  const now = await runGit(['rev-parse', '--verify', '--quiet', `${commit}^{tree}`], git)
  // Git does not recognise paths that are not UTF-8 here. It then finds fewer commits, and the answer is rather no.
  const then = await runGit([...words, ...range, ...paths], git)
  const trees = `${now ?? ''}\n${then ?? ''}`.split('\n').filter(Boolean)
  return now === null ? [] : [...new Set(trees)]
}

const literally = (path: string): string =>
  `:(literal)${Buffer.from(path, 'latin1').toString('utf8')}`

/** All work as one change, like a squash; null: the pieces conflict. */
async function together(
  place: MergePlace,
  works: readonly (Work & { readonly commit: string })[],
): Promise<readonly Work[] | null> {
  const [first, ...rest] = works
  let { tree, commit: end } = first!
  for (const { base, tree: theirs, commit } of rest) {
    const merged =
      base === end
        ? { tree: theirs }
        : await mergeOnBase(place, { base, ours: tree, theirs: standIn(theirs, base) })
    if ('conflicts' in merged) return null
    tree = merged.tree
    end = base === end ? commit : ''
  }
  return [{ base: first!.base, tree }]
}

/** The change of each commit; null: there are too many commits, or one is a merge, whose own changes are unknown. */
async function singleCommits(
  pieces: readonly PieceOfWork[],
  git: GitOptions,
): Promise<readonly Work[] | null> {
  const works: Work[] = []
  for (const { base, commit } of pieces) {
    const listing = await runGit(['log', '--format=%T %P', commit, `^${base}`, '--'], git)
    const rows = (listing ?? '').split('\n').filter(Boolean)
    for (const [tree, ...parents] of rows.map((row) => row.split(' '))) {
      if (parents.length !== 1) return null
      works.push({ base: parents[0]!, tree: tree! })
    }
    if (rows.length === 0) return null
  }
  return works.length > MOST_OWN ? null : works
}

interface Looking {
  readonly place: MergePlace
  readonly holdings: KnownHoldings
}

/** Whether each change was in one of the trees: merging the change into that tree alters nothing. */
async function isHeld(
  works: readonly Work[] | null,
  past: readonly string[],
  looking: Looking,
): Promise<boolean> {
  if (works === null || works.length === 0) return false
  const trees = past.slice(0, Math.max(1, Math.floor(MOST_COMMITS / works.length)))
  await learn(works, trees, looking)
  return works.every((work) =>
    trees.some((tree) => looking.holdings.get(keyOf(work, tree)) === true),
  )
}

const keyOf = ({ base, tree }: Work, ours: string): string => `${base} ${tree} ${ours}`

async function learn(
  works: readonly Work[],
  trees: readonly string[],
  { place, holdings }: Looking,
): Promise<void> {
  const pairs = works
    .flatMap((work) => trees.map((ours) => ({ work, ours, key: keyOf(work, ours) })))
    .filter(({ key }) => !holdings.has(key))
  if (pairs.length === 0) return
  const sides = pairs.map(({ work, ours }) => ({
    mine: standIn(ours, work.base),
    theirs: standIn(work.tree, work.base),
  }))
  const objects = sides.flatMap(({ mine, theirs }) => [mine, theirs])
  await writeObjects(objects, place.passing, { durably: false })
  const input = sides.map(({ mine, theirs }) => `${mine.id} ${theirs.id}\n`).join('')
  const end = await askGit([...PLAINLY, 'merge-tree', ...MANY], { ...place.git, input })
  if (end.code !== 0 || sayMissing(end.stderr) !== undefined) return
  const merged = mergedIn(end.stdout)
  for (const [at, { ours, key }] of pairs.entries()) holdings.set(key, merged[at] === ours)
}

const MANY = ['--write-tree', '--stdin', '--name-only', '--no-messages']

/** Without these settings, git could call a merge clean although a change is missing. */
const PLAINLY = [
  'merge.renormalize=false',
  'merge.directoryRenames=false',
  'core.attributesFile=/dev/null',
].flatMap((setting) => ['-c', setting])

/** For each merge, git prints 1 for clean, the tree, the conflicting files and an empty word. null: not clean. */
function mergedIn(printed: string): readonly (string | null)[] {
  const trees: (string | null)[] = []
  const words = printed.split('\0')
  for (let at = 0; at + 1 < words.length; at++) {
    trees.push(words[at] === '1' ? words[at + 1]! : null)
    while (words[at] !== '' && at < words.length) at++
  }
  return trees
}
