/** Brings the pull requests of a run up to date while no coordinator has the run. */
import type { Forge } from '../../conduct/forge-ports.ts'
import { publishAndLook } from '../../conduct/publish/publish-lanes.ts'
import type { Config } from '../../config/config.ts'
import { publishedPull, type PullRequestSettings } from '../../core/forge/lane-pull.ts'
import type { Event } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import type { LaneName } from '../../core/value/ids.ts'
import { findRepository } from '../../git/call/repository.ts'
import { workAlone } from '../ask/work-alone.ts'
import { Complaint } from '../console/complain.ts'
import type { Workspace } from '../place/workspace.ts'
import { mustOpenPublishPlace, settingsToPublish } from './publish-place.ts'

export interface SyncRequest {
  readonly workspace: Workspace
  readonly config: Config
  /** A run that has published nothing yet begins to publish. */
  readonly begins: boolean
  /** What checks and people say about the pull requests becomes tasks. */
  readonly answers: boolean
  /** A person wants the closed pull request of this lane open again. */
  readonly reopens?: LaneName | null
  onEvents(run: Run, events: readonly Event[]): void
}

/** The run as it is afterwards. Tasks that were added to it have not been started. */
export async function syncPulls(seen: Run, request: SyncRequest): Promise<Run> {
  const { workspace, config, begins, answers } = request
  const { directory } = seen.settings
  const lookup = await findRepository(directory)
  if (!lookup.ok) throw new Complaint(`${directory} is not a git repository with a commit`)
  mustBePublishable(seen, begins)
  const settings = await settingsNow(seen, request)
  using place = await mustOpenPublishPlace(lookup.repository, workspace.home, {
    ...config.pullRequests,
    remote: settings.remote,
  })
  const { forge, git } = place
  let now = seen
  const tellAbout = (events: readonly Event[]): void => request.onEvents(now, events)
  await workAlone(
    workspace,
    seen.id,
    async (run, record) => {
      now = run
      if (run.publishing?.into !== settings.into) record([{ type: 'publishing-begun', settings }])
      const tell = async (facts: () => Parameters<typeof record>[0]): Promise<void> => {
        record(facts())
      }
      if (request.reopens != null) await reopen(run, request.reopens, forge)
      await publishAndLook(run, { forge, git, tell, now: Date.now }, { answers })
    },
    tellAbout,
  )
  return now
}

/** Only where Conductor keeps the pull request; on a forge people open it again on its page. */
async function reopen(run: Run, lane: LaneName, forge: Forge): Promise<void> {
  const pull = publishedPull(run, lane)
  if (pull?.opened == null || pull.takenOverBy !== null || pull.sight?.state !== 'closed') return
  const answer = await forge.decide?.(pull.opened.number, { is: 'reopened', text: '', by: '' })
  if (answer?.ok === false) throw new Complaint(answer.problem.message, answer.problem.hint)
}

/** The settings that the run began with, except for a base branch that the user has named since then. */
async function settingsNow(
  { publishing, settings: { directory } }: Run,
  { workspace, config }: SyncRequest,
): Promise<PullRequestSettings> {
  if (publishing === null) return settingsToPublish(directory, workspace.home, config)
  return { ...publishing, into: config.pullRequests.into ?? publishing.into }
}

function mustBePublishable({ id, settings, target, publishing }: Run, begins: boolean): void {
  if (settings.isolation === 'none' || target === null)
    throw new Complaint(
      `run ${id} worked in place, so it has no branches to publish`,
      'pull requests need worktrees: run it in a git repository, without `--isolation none`',
    )
  if (publishing === null && !begins)
    throw new Complaint(
      `run ${id} has no pull requests`,
      'open them with `conductor pr`, or start a run with `--pr`',
    )
}
