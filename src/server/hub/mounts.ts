/** The projects that are being served: each is opened when it is first asked for, and closed when unused for a while. */
import type { Hono } from 'hono'
import { errorMessage } from '../../core/text/error-message.ts'
import { unknownProject } from '../api/aliases.ts'
import { notNow, Refused } from '../http/api-error.ts'
import type { Report } from '../http/server-log.ts'
import { followLog, type LiveRuns } from '../live/live-runs.ts'
import { openLiveSockets, type LiveSockets } from '../live/live-sockets.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import type { LiveProjects } from './live-projects.ts'
import type { ListedProject, ServedHub } from './served-hub.ts'

/** A project with everything that answers requests about it. */
export interface Mount extends AsyncDisposable {
  readonly served: ServedRepository
  readonly live: LiveRuns
  readonly sockets: LiveSockets
  /** Its API; loaded for the first request. */
  api(): Promise<Hono>
}

export interface MountOptions {
  readonly report: Report
  readonly projects: LiveProjects
  makeApi(mount: Omit<Mount, 'api' | typeof Symbol.asyncDispose>): Promise<Hono>
  /** Milliseconds until an unused project is closed. */
  readonly unusedAfter?: number
}

export interface Mounts extends AsyncDisposable {
  /** Of the server's own project, for what is not about a project; it may be gone, which find tells. */
  readonly current: Mount
  /** Throws Refused when there is no such project, or when it cannot be opened or read. */
  find(id: string): Mount
  /** Like `find`, but the project stays open until the work is done. Rejects with Refused. */
  use<Result>(id: string, work: (mount: Mount) => Promise<Result>): Promise<Result>
}

const UNUSED_AFTER = 5 * 60_000

interface Opened {
  readonly mount: Mount
  readonly root: string
  usedAt: number
  /** How many requests are being answered. */
  requests: number
}

export function openMounts(current: Mount, hub: ServedHub, options: MountOptions): Mounts {
  const opened = new Map<string, Opened>()
  const unusedAfter = options.unusedAfter ?? UNUSED_AFTER
  const timer = setInterval(closeUnused, Math.min(unusedAfter, 30_000)).unref()
  return {
    current,
    find: (id) => find(id)?.mount ?? current,
    async use(id, work) {
      const project = find(id)
      if (project === null) return work(current)
      project.requests++
      try {
        return await work(project.mount)
      } finally {
        project.requests--
        project.usedAt = Date.now()
      }
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      const all = [current, ...[...opened.values()].map(({ mount }) => mount)]
      await Promise.all(all.map((mount) => mount[Symbol.asyncDispose]()))
    },
  }

  /** null: the project of the server. */
  function find(id: string): Opened | null {
    if (isCurrent(id)) return null
    const { root, ...project } = mustBeListed(id)
    let mounted = opened.get(id)
    if (mounted !== undefined && (mounted.root !== root || troubleOf(mounted.mount) !== null)) {
      close(id)
      mounted = undefined
    }
    if (mounted === undefined) {
      const mount = openProject({ root, ...project }, hub, options)
      mounted = { mount, root, usedAt: 0, requests: 0 }
      opened.set(id, mounted)
    }
    mounted.usedAt = Date.now()
    return mounted
  }

  /** Throws Refused when it is, and its folder is gone or its store cannot be read. */
  function isCurrent(id: string): boolean {
    const isNamed = id === 'current' || id === hub.current
    // Programs may also call the project of the server by the name of its folder, if no other has that id.
    if (!isNamed && (id !== current.served.name || hub.list().some((one) => one.id === id)))
      return false
    if (hub.current === null) return true
    const project = mustBeListed(hub.current)
    const trouble = troubleOf(current)
    if (trouble !== null) throw broken(project, trouble.error)
    return true
  }

  function mustBeListed(id: string): ListedProject {
    const project = hub.list().find((one) => one.id === id)
    if (project?.isThere === true) return project
    if (opened.has(id)) close(id)
    if (project === undefined) throw unknownProject(id)
    throw notNow(
      'project_missing',
      `the folder of "${id}" is gone: ${project.root}`,
      `put it back, or forget it: conductor projects remove ${id}`,
    )
  }

  function closeUnused(): void {
    for (const [id, { mount, usedAt, requests }] of opened)
      if (requests === 0 && Date.now() - usedAt >= unusedAfter && !isUsed(mount)) close(id)
  }

  function close(id: string): void {
    const { mount } = opened.get(id)!
    opened.delete(id)
    void Promise.resolve(mount[Symbol.asyncDispose]()).catch((error: unknown) =>
      options.report('closing a project', error),
    )
  }
}

/** Whether a browser follows it, a terminal is open in it, or a plan is being made for it. */
const isUsed = ({ sockets, served }: Mount): boolean =>
  sockets.count() > 0 ||
  served.terminals.count() > 0 ||
  OVER[served.planning.current()?.state ?? 'ready'] !== true

const OVER: Readonly<Record<string, boolean>> = { ready: true, failed: true }

/** One broken project must not hurt the others: why it cannot be opened is the answer to the request. */
function openProject(project: ListedProject, hub: ServedHub, options: MountOptions): Mount {
  try {
    return mountOf(hub.open(project), options)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw broken(project, error)
  }
}

const broken = ({ id, root }: ListedProject, error: unknown): Refused =>
  notNow(
    'project_broken',
    `"${id}" cannot be opened: ${errorMessage(error)}`,
    `see \`conductor doctor\` in ${root}`,
  )

/** A store may break, or be replaced by something else, while it is open; then it must not answer with what it was. */
function troubleOf({ served }: Mount): { readonly error: unknown } | null {
  try {
    served.log.lastSequence()
    return null
  } catch (error) {
    return { error }
  }
}

/** Milliseconds. */
const SAME_AGAIN_AFTER = 10 * 60_000

/** The log is read many times a second: the same error is written down once in a while. */
function seldom(tell: (error: unknown) => void): (error: unknown) => void {
  let last: { readonly text: string; readonly at: number } | null = null
  return (error) => {
    const [text, at] = [errorMessage(error), Date.now()]
    if (last?.text === text && at - last.at < SAME_AGAIN_AFTER) return
    last = { text, at }
    tell(error)
  }
}

/** Everything is closed again when a part cannot be opened. */
export function mountOf(
  opening: {
    readonly served: ServedRepository
    watch?(moved: () => void): Disposable
  } & Partial<AsyncDisposable>,
  { report, projects, makeApi }: MountOptions,
): Mount {
  const { served } = opening
  const parts = new DisposableStack()
  try {
    const live = parts.use(
      followLog(
        served,
        seldom((error) => void report('reading the log', error)),
      ),
    )
    const sockets = parts.use(
      openLiveSockets(
        served,
        live,
        seldom((error) => void report('telling a browser', error)),
        projects,
      ),
    )
    if (opening.watch !== undefined) parts.use(opening.watch(live.look))
    let api: Promise<Hono> | null = null
    return {
      served,
      live,
      sockets,
      api: () => (api ??= makeApi({ served, live, sockets })),
      async [Symbol.asyncDispose]() {
        parts.dispose()
        await opening[Symbol.asyncDispose]?.()
      },
    }
  } catch (error) {
    parts.dispose()
    void opening[Symbol.asyncDispose]?.()
    throw error
  }
}
