/** A forge for a remote without pull requests: Conductor keeps them in files, and recognises merges by content. */
import type { Forge } from '../../conduct/forge-ports.ts'
import type { PullToOpen } from '../../core/forge/pull-change.ts'
import type { ForgeAnswer, ForgeProblem } from '../../core/forge/forge-problem.ts'
import type { SeenPull } from '../../core/forge/seen-pull.ts'
import { lookAtBranches, type PlainGitPort } from './look-at-branches.ts'
import { pullFiles } from './pull-files.ts'
import type { PullEvent } from './pull-record.ts'

export interface PlainGitOptions {
  /** The `.conductor` folder of the repository. */
  readonly home: string
  /** The name of the remote. */
  readonly remote: string
  readonly git: PlainGitPort
  readonly clock?: () => number
}

export interface PlainGit extends Forge {
  readonly decide: NonNullable<Forge['decide']>
}

export function openPlainGit({ home, remote, git, clock = Date.now }: PlainGitOptions): PlainGit {
  const files = pullFiles(home)
  const looked = lookAtBranches(files, git, clock)
  return {
    name: `the remote ${remote}`,
    repository: null,
    issues: async () => failed(NO_ISSUES),
    async pulls(branches) {
      const wanted = new Set(branches)
      const all = (await files.all()).filter(({ pull }) => wanted.has(pull.head))
      const newest = new Map(all.map((record) => [record.pull.head, record]))
      return await looked([...newest.values()])
    },
    async openInto(branches) {
      const open = (await files.all()).filter(
        ({ pull }) => pull.state === 'open' && branches.includes(pull.base),
      )
      const byBase = Map.groupBy(open, ({ pull }) => pull.base)
      const numbers = [...byBase].map(
        ([base, all]) => [base, all.map(({ pull }) => pull.number)] as const,
      )
      return { ok: true, value: new Map(numbers) }
    },
    async open(request) {
      const refusal = await whyNotOpen(request)
      return refusal === null ? await openOnce(request) : failed(refusal)
    },
    async change(number, change) {
      const record = await files.one(number)
      if (record === null) return failed(noPull(number))
      if (record.pull.state !== 'open' && change.base !== undefined)
        return failed(refused(`pull request ${number} is ${record.pull.state}`, 'open a new one'))
      await files.add(number, { is: 'changed', at: clock(), change })
      return { ok: true, value: [] }
    },
    async decide(number, { is: decision, text, by }) {
      const record = await files.one(number)
      if (record === null) return failed(noPull(number))
      const { state } = record.pull
      if (state !== (decision === 'reopened' ? 'closed' : 'open'))
        return failed(
          refused(`pull request ${number} is ${state} already`, 'nothing is left to decide'),
        )
      await files.add(number, { is: 'decided', at: clock(), decision, text, by })
      return { ok: true, value: (await files.one(number))!.pull }
    },
    logEnd: async () => ({ ok: true, value: '' }),
    [Symbol.dispose]() {},
  }

  /** The reason why a forge would refuse this pull request; null: it may be opened. */
  async function whyNotOpen({ head, base }: PullToOpen): Promise<ForgeProblem | null> {
    const fetched = await git.fetch([head, base])
    if (!fetched.ok) return fetched.problem
    const [ours, onto] = [fetched.value.get(head), fetched.value.get(base)]
    const missing = ours === undefined ? head : onto === undefined ? base : null
    if (ours === undefined || onto === undefined)
      return refused(
        `${remote} has no branch ${missing}`,
        `push it first: git push ${remote} ${missing}`,
      )
    return (await git.isAncestor(ours, onto))
      ? refused(`no commit of ${head} is missing in ${base}`, 'there is nothing to review')
      : null
  }

  /** Takes the number first. A process that loses the race for the number looks again, and sees the pull request of the winner. */
  async function openOnce(request: PullToOpen): Promise<ForgeAnswer<SeenPull>> {
    const number = await files.nextNumber()
    const all = await files.all()
    const existing = all.find(({ pull }) => pull.head === request.head && pull.state === 'open')
    if (existing !== undefined) return await only(existing.pull.number)
    const event: PullEvent = { is: 'opened', at: clock(), request }
    return (await files.create(number, event)) ? await only(number) : await openOnce(request)
  }

  async function only(number: number): Promise<ForgeAnswer<SeenPull>> {
    const record = await files.one(number)
    if (record === null) return failed(noPull(number))
    const seen = await looked([record])
    return seen.ok ? { ok: true, value: seen.value[0]! } : seen
  }
}

const failed = (problem: ForgeProblem): ForgeAnswer<never> => ({ ok: false, problem })

const noPull = (number: number): ForgeProblem => ({
  is: 'not-found',
  message: `there is no pull request ${number}`,
  hint: 'see those that there are: conductor pr',
  notBefore: null,
})

const refused = (message: string, hint: string): ForgeProblem => ({
  is: 'refused',
  message,
  hint,
  notBefore: null,
})

const NO_ISSUES: ForgeProblem = {
  is: 'not-found',
  message: 'there are no issues here',
  hint: 'this remote is a plain git repository, which has no issues; write the tasks into a file: conductor run tasks.yaml',
  notBefore: null,
}
