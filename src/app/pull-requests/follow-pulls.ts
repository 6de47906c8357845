/**
 * Follows the pull requests of the newest run that has open ones, while no coordinator has it: restacks, and records how
 * they stand. It hands nothing to agents, so it costs nothing.
 */
import { noteProblem } from '../../conduct/publish/publish-lanes.ts'
import { seeNews } from '../../conduct/publish/see-news.ts'
import { isDone, isPublished } from '../../core/forge/lane-pull.ts'
import { isTooEarly } from '../../core/forge/forge-problem.ts'
import type { WebhookNews } from '../../core/forge/webhook-news.ts'
import type { Run } from '../../core/run/run.ts'
import { isCoordinatorLocked } from '../../store/coordinator-lock.ts'
import { AlreadyConducted } from '../ask/reach-coordinator.ts'
import { workAlone } from '../ask/work-alone.ts'
import { openEventLog } from '../../store/event-log.ts'
import { foldRun } from '../../core/run/apply-event.ts'
import { loadConfig } from '../plan/load-plan.ts'
import type { Workspace } from '../place/workspace.ts'
import { placeOfRun } from './publish-place.ts'
import { syncPulls } from './sync-pulls.ts'

export interface PullFollower extends AsyncDisposable {
  /** Looks now, or once more after a look that is under way, if this is about a pull request of the run that is followed. */
  hear(news: WebhookNews): void
}

/** report: is told what went wrong, once until it changes. */
export function followPulls(workspace: Workspace, report: (error: unknown) => void): PullFollower {
  let timer: NodeJS.Timeout | null = null
  let isDue = false
  const closing = new AbortController()
  let told = ''
  let under: Promise<void> | null = null
  // A server that has just begun has more urgent things to do.
  void plan()
  return {
    hear(news) {
      const run = runToFollow(workspace)
      if (run !== null && isAbout(run, news)) start()
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      if (timer !== null) clearTimeout(timer)
      await under
    },
  }

  function start(): void {
    isDue = true
    under ??= looks().finally(() => {
      under = null
    })
  }

  async function looks(): Promise<void> {
    while (isDue && !closing.signal.aborted) {
      isDue = false
      await lookOnce(workspace).then(() => tell(''), tell)
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
    if (!closing.signal.aborted) timer = setTimeout(start, seconds * 1000).unref()
  }
}

/** When the configuration cannot be read. */
const USUAL_SECONDS = 120

/** The lock is taken only when there is something to do: an idle look keeps nobody from starting a run. */
async function lookOnce(workspace: Workspace): Promise<void> {
  if (isCoordinatorLocked(workspace.home)) return
  const run = runToFollow(workspace)
  if (run === null || isLimited(run)) return
  const news = await newsOf(run, workspace)
  if (isCoordinatorLocked(workspace.home)) return
  try {
    if (!news.ok)
      await workAlone(workspace, run.id, (now, record) =>
        noteProblem(now, news.problem, async (facts) => record(facts())),
      )
    else if (news.value) await bringUpToDate(run, workspace)
  } catch (error) {
    // Whoever was quicker does the same, or this is done at the next look.
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
const MOST_LOOKED_AT = 5

function runToFollow({ database }: Workspace): Run | null {
  using log = openEventLog(database)
  const ids = log.runs().slice(-MOST_LOOKED_AT).toReversed()
  for (const id of ids) {
    const run = foldRun(log.eventsOf(id))
    if (run !== null && hasOpenPulls(run)) return run
  }
  return null
}

const hasOpenPulls = ({ publishing, pulls }: Run): boolean =>
  publishing !== null && [...pulls.values()].some((pull) => isPublished(pull) && !isDone(pull))

/** The repository is not compared: a look costs one request, and finds out by itself. */
const isAbout = ({ publishing, pulls }: Run, { numbers, branches }: WebhookNews): boolean =>
  branches.includes(publishing!.into) ||
  [...pulls.values()].some(
    ({ branch, opened }) =>
      branches.includes(branch) || (opened !== null && numbers.includes(opened.number)),
  )
