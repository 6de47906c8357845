/** Serves a simulated repository: the real API on a run whose clock only tests move. */
import { pullDocument } from '../../src/core/forge/pull-document.ts'
import { apiOf } from '../../src/server/api/api.ts'
import type { Frozen } from '../../src/core/report/attention-document.ts'
import type { PlanChange } from '../../src/core/plan/plan-changes.ts'
import { expertFiles } from '../../src/core/expertise/expert-files.ts'
import { onlyChangesWaitingTasks, type Ask } from '../../src/core/ask/ask.ts'
import { runId } from '../../src/core/value/ids.ts'
import { trackerOf } from '../../src/core/workspace/tracker-of.ts'
import { NOT_MEASURED } from '../../src/core/report/summary.ts'
import { parseAddedTasks } from '../../src/plan-file/parse-added-tasks.ts'
import { aloneHub } from '../../src/server/hub/alone.ts'
import { openGlances } from '../../src/server/hub/glances.ts'
import { followLog, type LiveRuns } from '../../src/server/live/live-runs.ts'
import type { Planning, ReadPlan } from '../../src/server/served/served-plans.ts'
import type { ServedRepository } from '../../src/server/served/served-repository.ts'
import type { ServedTracker } from '../../src/server/served/served-workspaces.ts'
import type { ServedWorktrees } from '../../src/server/served/served-worktrees.ts'
import type { StartChoice, StartRequest } from '../../src/server/served/served-starts.ts'
import { describedApi, type DescribedApi } from '../described-api.ts'
import type { SuggesterSettings } from '../../src/suggest/suggester.ts'
import { playedSuggestions } from './played-suggestions.ts'
import { Game, planFrom, SETTINGS, type Script } from './play.ts'

export interface ServedGame extends Disposable {
  readonly api: DescribedApi
  readonly live: LiveRuns
  readonly served: ServedRepository
  request(path: string, request?: RequestInit): Promise<Response>
  /** The game behind the current run. */
  game(): Game
  /** The asks that the coordinator got, in order. */
  readonly asked: Ask[]
  /** Reviews of pull requests: the decision, the task and the text. */
  readonly reviewed: readonly (readonly string[])[]
  readonly started: StartRequest[]
  readonly faults: unknown[]
  /** The coordinator ends: the run is no longer conducted. */
  letGo(): void
  /** Whoever conducts it is stopped. */
  freeze(by: Frozen): void
}

export interface GameOptions extends Script {
  /** What the task file holds; without it, the plan that is played. */
  readonly file?: ReadPlan | null
  readonly worktrees?: ServedWorktrees
  /** The workspaces to serve; without it there are none. */
  readonly tracker?: ServedTracker
  /** No run has been started yet. */
  readonly isWaiting?: boolean
  /** Settings of suggestions other than the usual ones. */
  readonly suggesting?: Partial<SuggesterSettings> & { readonly isOff?: boolean }
  readonly transcripts?: Readonly<Record<string, readonly string[]>>
}

const NO_WORKSPACES: ServedTracker = {
  read: async () => trackerOf([], { startedAt: 0, now: 0, staleMinutes: 30, notices: [] }),
  mark: async () => ({ ok: true, isNew: true }),
}

export async function serveGame(notation: string, options: GameOptions = {}): Promise<ServedGame> {
  const { file, worktrees = null, tracker = NO_WORKSPACES, ...more } = options
  const { isWaiting = false, transcripts = {}, tasks, suggesting = {}, ...script } = more
  const settings = { ...SETTINGS, ...script }
  const plan = planFrom(notation, tasks)
  let game: Game | null = null
  let isConducted = false
  let frozen: Frozen | null = null
  const asked: Ask[] = []
  const reviewed: (readonly string[])[] = []
  const started: StartRequest[] = []
  let remembered: StartChoice | null = null
  const faults: unknown[] = []
  const interactions: Record<string, number> = {}
  let planning: Planning | null = null
  const drafts = new Map<string, readonly PlanChange[]>()
  const begin = (hold: boolean): void => {
    game = new Game(plan, script)
    isConducted = true
    game.record([{ type: 'coordinator-started', process: { pid: 1, startedAt: '0' } }])
    if (hold) for (const batch of game.run.graph.batch) game.ask({ ask: 'pause-batch', batch })
    game.startAll()
  }
  if (!isWaiting) begin(false)

  const served: ServedRepository = {
    id: 'shop',
    name: 'shop',
    folder: '/play',
    version: '1.2.3',
    log: {
      lastSequence: () => game?.events.length ?? 0,
      newestRun: () => (game === null ? null : runId(1)),
      runs: () => (game === null ? [] : [runId(1)]),
      eventsOf: (_, after = 0) => (game?.events ?? []).slice(after),
    },
    conductedRun: () => (isConducted && game!.run.ended === null ? runId(1) : null),
    frozen: () => frozen,
    async ask(ask) {
      const isConducted = served.conductedRun() !== null
      if (!isConducted && (game === null || !onlyChangesWaitingTasks(ask)))
        return { accepted: false, refusal: { is: 'not-conducted' } }
      asked.push(ask)
      const answer = game!.ask(ask)
      if (isConducted) game!.startAll()
      return answer.accepted ? { accepted: true, affected: answer.affected } : answer
    },
    async add(added) {
      const read = parseAddedTasks(added, game!.run.plan)
      if (!read.ok) return { accepted: false, problems: read.problems.map((p) => p.message) }
      return served.ask({ ask: 'add', tasks: read.added, by: null })
    },
    startOptions: {
      read: async () => ({
        agents: ['claude'],
        into: null,
        next_run: 1,
        usd_per_hour: null,
        remembered,
      }),
      remember: (choice) => void (remembered = choice),
    },
    async start(request) {
      started.push(request)
      if (game !== null) return { ok: false, message: 'it has been played', hint: null }
      begin(request.hold)
      return { ok: true, run: runId(1) }
    },
    async resume(run) {
      isConducted = true
      return { ok: true, run }
    },
    plan: async () =>
      file === undefined ? { ok: true, file: 'tasks.yaml', plan, settings, warnings: [] } : file,
    planning: {
      current: () => planning,
      start({ requirements, issues, file }) {
        if (planning !== null) return null
        return (planning = {
          requirements,
          issues,
          file: file ?? 'tasks.yaml',
          state: 'planning',
          steps: [{ state: 'planning', says: 'planning offline', elapsed_s: 0 }],
          summary: null,
          problem: null,
        })
      },
      cancel: () => void (planning = null),
    },
    issues: async ({ labels }) => ({
      forge: null,
      repository: null,
      labels: labels ?? [],
      issues: [],
      is_cut: false,
      start_now: [],
      next_step: null,
      notes: [],
      problem: {
        is: 'not-found',
        message: 'no remote is on a forge',
        hint: 'add one',
        not_before: null,
      },
    }),
    newTask: {
      options: unwanted,
      preview: unwanted,
      add: unwanted,
      templates: unwanted,
      saveTemplate: unwanted,
    },
    transcript(_, attempt) {
      const pieces = (transcripts[attempt] ?? []).map((out, position) => ({ at: 1, out, position }))
      const part = (from: number, to: number) => ({ pieces: pieces.slice(from, to), from, to })
      return {
        read: (from) => part(from, Math.max(from, pieces.length)),
        readBack(before, most) {
          const to = Math.min(before, pieces.length)
          return part(Math.max(0, to - most), to)
        },
        bounds: () => ({ begins: 0, ends: pieces.length }),
      }
    },
    files: {
      editor: async () => ({ name: null, has_command: false, terminal: false }),
      open: unwanted,
      ports: async () => [],
    },
    terminals: { isOn: async () => false, folder: unwanted, join: unwanted, count: () => 0 },
    measured: () => NOT_MEASURED,
    worktrees,
    results: null,
    tracker,
    reviewPull: async (run, task, { is, text }) => {
      reviewed.push([is, task, text])
      return pullDocument(run)
    },
    exportExpertise: async (expertise, { dryRun }) => ({
      dry_run: dryRun,
      files: expertise
        .flatMap(expertFiles)
        .map(({ path }) => ({ path, result: 'created', why: null, copy: null })),
      ignored: [],
    }),
    drafts: {
      get: (name) => drafts.get(name) ?? [],
      set: (name, changes) => void drafts.set(name, changes),
    },
    suggestions: playedSuggestions(suggesting),
    interactions: {
      all: () => interactions,
      count: (view) => (interactions[view] = (interactions[view] ?? 0) + 1),
    },
  }
  const live = followLog(served)
  const report = (_: string, error: unknown): string => `${faults.push(error)}`
  const hub = aloneHub(served)
  const glances = openGlances(hub)
  const beside = { hub, glances }
  const app = apiOf(served, live, {
    cookie: 'conductor-test',
    beside,
    report,
    liveSockets: () => 3,
  })
  const request = async (path: string, init: RequestInit = {}): Promise<Response> =>
    app.request(path, init)
  return {
    api: await describedApi(request),
    live,
    served,
    request,
    game: () => game!,
    asked,
    reviewed,
    started,
    faults,
    letGo: () => void (isConducted = false),
    freeze: (by) => void (frozen = by),
    [Symbol.dispose]() {
      glances[Symbol.dispose]()
      live[Symbol.dispose]()
    },
  }
}

/** Nothing writes task files in a game. */
const unwanted = (): never => {
  throw new Error('a game has no task file')
}
