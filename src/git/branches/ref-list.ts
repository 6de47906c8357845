/** All branches of a repository, local and remote, from what git prints about its refs. */

export interface RefList {
  readonly local: readonly Branch[]
  /** Named without their remote. */
  readonly remote: readonly RemoteBranch[]
  /** What the HEAD of each remote points to, by the name of the remote. */
  readonly remoteHeads: ReadonlyMap<string, string>
}

interface Branch {
  readonly name: string
  readonly ref: string
  readonly tip: string
  readonly committedAt: number
}

interface RemoteBranch extends Branch {
  readonly remote: string
}

/** For `git for-each-ref`. */
export const REF_FORMAT = [
  '%(refname)',
  '%(objectname)',
  '%(committerdate:unix)',
  '%(symref)',
].join('%00')

/** remotes: their names. */
export function refsIn(listing: string, remotes: readonly string[]): RefList {
  const rows = listing
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\0'))
  const local: Branch[] = []
  const remote: RemoteBranch[] = []
  const remoteHeads = new Map<string, string>()
  for (const [ref = '', tip = '', seconds, symref = ''] of rows) {
    const branch = { ref, tip, committedAt: Number(seconds) * 1000 }
    if (ref.startsWith(HEADS)) local.push({ ...branch, name: ref.slice(HEADS.length) })
    const owner = remotes.find((each) => ref.startsWith(`${REMOTES}${each}/`))
    if (owner === undefined) continue
    const start = REMOTES.length + owner.length + 1
    const name = ref.slice(start)
    if (name === 'HEAD' && symref !== '') remoteHeads.set(owner, symref.slice(start))
    else if (name !== 'HEAD') remote.push({ ...branch, name, remote: owner })
  }
  return { local, remote, remoteHeads }
}

const HEADS = 'refs/heads/'
const REMOTES = 'refs/remotes/'
