/** All branches of a repository, local and remote, with one call of git. */
import { mustGit } from '../call/git-command.ts'

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

const FORMAT = ['%(refname)', '%(objectname)', '%(committerdate:unix)', '%(symref)'].join('%00')

export async function refList(root: string, remotes: readonly string[]): Promise<RefList> {
  const words = ['for-each-ref', `--format=${FORMAT}`, 'refs/heads', 'refs/remotes']
  const listing = await mustGit(words, { in: root })
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
