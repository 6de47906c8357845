/**
 * Follows the open pull requests of recent runs while no run is conducted: restacks them, and records their status. No
 * feedback is handed to agents, so following costs no tokens.
 */
import { existsSync } from 'node:fs'
import { noteProblem } from '../../conduct/publish/look-at-remote.ts'
import { seeNews } from '../../conduct/publish/see-news.ts'
import { hasUnfinishedPulls } from '../../core/forge/lane-pull.ts'
import { isTooEarly } from '../../core/forge/forge-problem.ts'
import { isAbout, type WebhookNews } from '../../core/forge/webhook-news.ts'
import type { Run } from '../../core/run/run.ts'
import { isCoordinatorLocked } from '../../store/coordinator-lock.ts'
import { AlreadyConducted } from '../ask/reach-coordinator.ts'
import { workAlone } from '../ask/work-alone.ts'
import { recentRunsWith } from '../look/read-runs.ts'
import { loadConfig } from '../plan/load-plan.ts'
import type { Workspace } from '../place/workspace.ts'
import { placeOfRun } from './publish-place.ts'
import { syncPulls } from './sync-pulls.ts'

export interface PullFollower extends AsyncDisposable {
  /** Looks at the forge now if the news are about a pull request that is followed; a look that is under way is followed by another one. */
  hear(news: WebhookNews): void
}

/** report: is called with each new problem, once. */
export function followPulls(workspace: Workspace, report: (error: unknown) => void): PullFollower {
  let timer: NodeJS.Timeout | null = null
  /** Which runs are to be looked at. */
  let due: ((run: Run) => boolean)[] = []
  const closing = new AbortController()
  let told = ''
  let under: Promise<void> | null = null
  // A server that has just begun has more urgent things to do.
  void plan()
  return {
    hear(news) {
      start((run) => isAbout(run, news))
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      if (timer !== null) clearTimeout(timer)
      await under
    },
  }

  function start(isDue: (run: Run) => boolean): void {
    due.push(isDue)
    under ??= looks().finally(() => {
      under = null
    })
  }

  async function looks(): Promise<void> {
    while (due.length > 0 && !closing.signal.aborted) {
      const asked = due
      due = []
      const isDue = (run: Run): boolean => asked.some((isAsked) => isAsked(run))
      await lookOnce(workspace, isDue).then(() => tell(''), tell)
    }
    await plan()
  }

  function tell(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== told && message !== '') report(error)
    told = message
  }

  async function plan(): Promise<void> {
    const seconds = await loadConfig(workspace).then(
      ({ config }) => config.pullRequests.refreshSeconds,
      () => USUAL_SECONDS,
    )
    if (timer !== null) clearTimeout(timer)
    if (!closing.signal.aborted) timer = setTimeout(() => start(() => true), seconds * 1000).unref()
  }
}

/** When the configuration cannot be read. */
const USUAL_SECONDS = 120

async function lookOnce(workspace: Workspace, isDue: (run: Run) => boolean): Promise<void> {
  for (const run of runsToFollow(workspace).filter(isDue)) {
    if (isCoordinatorLocked(workspace.home)) return
    if (!isLimited(run)) await lookAtPulls(run, workspace)
  }
}

/** The lock is taken only when there is something to do: an idle look prevents no run from starting. */
async function lookAtPulls(run: Run, workspace: Workspace): Promise<void> {
  const news = await newsOf(run, workspace)
  if (isCoordinatorLocked(workspace.home)) return
  try {
    if (!news.ok)
      await workAlone(workspace, run.id, (now, record) =>
        noteProblem(now, news.problem, async (facts) => record(facts())),
      )
    else if (news.value) await bringUpToDate(run, workspace)
  } catch (error) {
    // Another process has taken the lock meanwhile. It follows the pull requests itself, or the next look does.
    if (!(error instanceof AlreadyConducted)) throw error
  }
}

/** A forge that has said when it may be asked again is left alone until then. */
const isLimited = ({ forgeProblem }: Run): boolean =>
  forgeProblem !== null && isTooEarly(forgeProblem, Date.now())

async function newsOf(run: Run, workspace: Workspace): ReturnType<typeof seeNews> {
  using place = await placeOfRun(run, workspace)
  const news = await seeNews(run, place)
  const isKnown = !news.ok && run.forgeProblem?.message === news.problem.message
  return isKnown ? { ok: true, value: false } : news
}

async function bringUpToDate(run: Run, workspace: Workspace): Promise<void> {
  const { config } = await loadConfig(workspace)
  const quietly = { begins: false, answers: false, onEvents: () => {} }
  await syncPulls(run, { workspace, config, ...quietly })
}

/** Older runs are followed with `conductor pr sync --run`. */
const MOST_FOLLOWED = 5

function runsToFollow(workspace: Workspace): readonly Run[] {
  if (!existsSync(workspace.database)) return []
  return recentRunsWith(workspace, 'pull-published')
    .filter(hasUnfinishedPulls)
    .slice(-MOST_FOLLOWED)
}
