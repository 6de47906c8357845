/** Watches the workspaces of all projects for `GET /api/tracker`, the live socket and `conductor workspaces`. */
import { existsSync } from 'node:fs'
import { resolveConfig } from '../../config/resolve-config.ts'
import type { Config } from '../../config/config.ts'
import { hindranceOf } from '../../core/run/hindrance.ts'
import { hintFor } from '../../core/say/say-hindrance-hint.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { errorMessage } from '../../core/text/error-message.ts'
import { checkMark, noRepository } from '../../core/workspace/check-mark.ts'
import type { MarkChange } from '../../core/workspace/marks.ts'
import type { Tracker, TrackerNotice } from '../../core/workspace/tracker.ts'
import { trackerOf } from '../../core/workspace/tracker-of.ts'
import { atMost } from '../../git/call/at-most.ts'
import type { MarkReply, ServedTracker } from '../../server/served/served-workspaces.ts'
import type { AppRepository, AppWorkspace } from '../../workspaces/conductor-app/app-workspaces.ts'
import { openConductorApp } from '../../workspaces/conductor-app/conductor-app.ts'
import { sayTrouble } from '../console/problem-list.ts'
import { loadConfig } from '../plan/load-plan.ts'
import type { Workspace } from '../place/workspace.ts'
import {
  openTrackedRepository,
  type TrackedProject,
  type TrackedRepository,
  type TrackerSettings,
} from './tracked-repository.ts'

export type OpenTracker = ServedTracker & Disposable

/**
 * projects: asked anew for every reading, because projects come and go. here: where the command was typed or the server
 * was started; its settings count for what concerns all projects.
 */
export function openTracker(
  projects: () => readonly TrackedProject[],
  here: Workspace,
): OpenTracker {
  const startedAt = Date.now()
  const opened = new Map<string, OpenProject>()
  const inTurn = atMost(MOST_ASKED)
  const app = openConductorApp()
  const settingsHere = settingsOf(here)
  let reading: Promise<Tracker> | null = null

  return {
    /** Callers that ask at the same time get the same answer. */
    read(options) {
      if (options?.refreshCi === true) return readAll(true)
      reading ??= readAll(false).finally(() => (reading = null))
      return reading
    },
    async mark(repository, change) {
      const tracker = await readAll(false)
      const project = namedProjects().find(({ name }) => name === repository)
      const refusal = checkMark(tracker, repository, change)
      if (refusal !== null) return { ok: false, ...refusal }
      // The repository was removed from the projects while the trees were read.
      if (project === undefined) return { ok: false, ...noRepository(repository, []) }
      return record(project.opened, change)
    },
    [Symbol.dispose]() {
      for (const each of opened.values()) each.repository[Symbol.dispose]()
      opened.clear()
    },
  }

  async function readAll(refreshCi: boolean): Promise<Tracker> {
    const now = Date.now()
    const projects = await Promise.all(
      namedProjects().map(async ({ name, opened: { repository, settings } }) => ({
        name,
        repository,
        ...(await settings(name, now)),
      })),
    )
    const { settings: common } = await settingsHere('', now)
    const ofApp = app.read(common.conductorApp, now)
    const read = await Promise.all(
      projects.map(({ name, repository, settings }) =>
        repository.read({ name, now, settings, refreshCi, ofApp: ofApp.workspaces }),
      ),
    )
    const repositories = read.map((each) => each.found).filter((each) => each !== null)
    const notices = [
      ...projects.flatMap((each) => each.notices),
      ...read.flatMap((each) => each.notices),
      ...(ofApp.notice === null ? [] : [{ repository: null, ...ofApp.notice }]),
      ...sayElsewhere(ofApp.workspaces, (each) => read.some(({ isSame }) => isSame(each))),
    ]
    return trackerOf(repositories, {
      startedAt,
      now,
      staleMinutes: common.staleSeconds / 60,
      notices,
    })
  }

  function namedProjects(): readonly { readonly name: string; readonly opened: OpenProject }[] {
    const wanted = projects()
    const roots = new Set(wanted.map(({ workspace }) => workspace.root))
    for (const [root, { repository }] of opened)
      if (!roots.has(root)) {
        repository[Symbol.dispose]()
        opened.delete(root)
      }
    return wanted.map((project) => ({ name: project.project, opened: open(project) }))
  }

  function open(project: TrackedProject): OpenProject {
    const { root } = project.workspace
    const earlier = opened.get(root)
    if (earlier !== undefined) return earlier
    const repository = openTrackedRepository(project, inTurn)
    const made = { repository, settings: settingsOf(project.workspace) }
    opened.set(root, made)
    return made
  }
}

interface OpenProject {
  readonly repository: TrackedRepository
  readonly settings: (name: string, now: number) => Promise<ReadSettings>
}

interface ReadSettings {
  readonly settings: TrackerSettings
  readonly notices: readonly TrackerNotice[]
}

const USUAL = usualSettings()

function usualSettings(): TrackerSettings {
  const resolved = resolveConfig({})
  if (!resolved.ok) throw new Error('the default settings are wrong')
  return settingsIn(resolved.config)
}

function settingsIn({ workspaces, worktrees }: Config): TrackerSettings {
  return { ...workspaces, branchPrefix: worktrees.branchPrefix }
}

/** How many repositories GitHub is asked about at once. */
const MOST_ASKED = 4

/** Milliseconds. Reading the files of all projects for every look would cost more than the look. */
const SETTINGS_FOR = 30_000

function settingsOf(workspace: Workspace): OpenProject['settings'] {
  let last: { readonly at: number; readonly settings: Promise<ReadSettings> } | null = null
  return (name, now) => {
    if (last === null || now - last.at > SETTINGS_FOR)
      last = { at: now, settings: readSettings(workspace, name) }
    return last.settings
  }
}

async function readSettings(workspace: Workspace, name: string): Promise<ReadSettings> {
  try {
    const { config } = await loadConfig(workspace)
    return { settings: settingsIn(config), notices: [] }
  } catch (error) {
    const message = `its settings cannot be used: ${sayTrouble(error)}`
    const hint = 'the defaults are used instead; see conductor config'
    return { settings: USUAL, notices: [{ repository: name, message, hint }] }
  }
}

/** Repositories of the app that are no projects here. */
function sayElsewhere(
  workspaces: readonly AppWorkspace[],
  isHere: (repository: AppRepository) => boolean,
): readonly TrackerNotice[] {
  const roots = new Set(
    workspaces.flatMap(({ repository }) =>
      repository.root !== '' && !isHere(repository) && existsSync(repository.root)
        ? [repository.root]
        : [],
    ),
  )
  return [...roots].map((root) => ({
    repository: null,
    message: `Conductor.app has workspaces of ${root}, which is no project here`,
    hint: `to see them: conductor projects add ${shellWord(root)}`,
  }))
}

async function record({ repository }: OpenProject, change: MarkChange): Promise<MarkReply> {
  try {
    return { ok: true, isNew: await repository.mark(change) }
  } catch (error) {
    const message = `it could not be recorded: ${errorMessage(error)}`
    const hindrance = hindranceOf(error)
    return hindrance === null
      ? { ok: false, is: 'refused', message, hint: null }
      : { ok: false, is: 'hindered', message, hint: `${hintFor(hindrance)}, then try again` }
  }
}
