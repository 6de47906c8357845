/** A real server of workspaces that the test changes, with the real suggestions and a scripted Claude. */
import { changeMarks, marksOf, NO_MARKS } from '../../src/core/workspace/marks.ts'
import type { Run } from '../../src/core/run/run.ts'
import type { Tracker, TreeNode } from '../../src/core/workspace/tracker.ts'
import { LOOPBACK_HOSTS } from '../../src/server/http/access.ts'
import { openWebServer } from '../../src/server/http/open-web-server.ts'
import { WEB_FILES } from '../../src/server/built-web.ts'
import { trackerFrom } from '../played/tracker-notation.ts'
import { serveGame } from '../played/served-game.ts'
import { scriptedPlanningModel, type Prepared } from '../scripted/scripted-planning-model.ts'

export interface ServedOrbs extends AsyncDisposable {
  /** With the token. */
  link(path: string): string
  /** The workspaces from now on, in the short form of tracker-notation.ts; browsers are told within two seconds. */
  show(text: string): void
  /** The same, made for the time of each look. */
  showPlayed(trackerAt: (now: number) => Tracker): void
  /** What Claude answers from now on; null: it cannot be asked. */
  prepare(answer: Prepared | null): void
  /** parallelization_enabled */
  enable(isOn: boolean): void
  /** Starts the run of the tasks api, docs and shop, by one agent. */
  run(): Promise<Run>
  /** How suggestions were used. */
  use(): Promise<{ readonly engaged: Readonly<Record<string, number>> } & Record<string, unknown>>
  /** The server ends; `link` leads nowhere. */
  end(): Promise<void>
}

const TOKEN = 'a-token-that-nobody-guesses-0123456789'

export async function serveOrbs(): Promise<ServedOrbs> {
  let trackerAt = (now: number): Tracker => trackerFrom('', now)
  let marks = NO_MARKS
  let prepared: Prepared | null = null
  let isOn = true
  const tracker = (): Tracker => marked(trackerAt(Date.now()))
  const marked = (plain: Tracker): Tracker => ({
    ...plain,
    trees: Object.fromEntries(
      Object.entries(plain.trees).map(([name, root]) => [name, mark(root)]),
    ),
  })
  const mark = (node: TreeNode): TreeNode => ({
    ...node,
    blockers: [...node.blockers, ...marksOf(marks, node.branch).blockers],
    children: node.children.map(mark),
  })
  const game = await serveGame('api:\ndocs:\nshop:', {
    agents: 1,
    isWaiting: true,
    file: null,
    tracker: {
      read: async () => tracker(),
      async mark(_, change) {
        marks = changeMarks(marks, change)
        return { ok: true, isNew: true }
      },
    },
    suggesting: {
      claude: {
        modelName: 'scripted-1',
        open: async () =>
          prepared === null
            ? { model: null, because: 'ANTHROPIC_API_KEY is not set' }
            : { model: scriptedPlanningModel(prepared), instead: null },
      },
    },
  })
  const { suggestions } = game.served
  const served = {
    ...game.served,
    suggestions: {
      ...suggestions,
      standing: async () => ({ ...(await suggestions.standing()), enabled: isOn }),
    },
  }
  const server = await openWebServer(
    { served },
    {
      listen: { host: '127.0.0.1', port: 0 },
      access: { token: TOKEN, cookie: 'conductor-orbs', hosts: LOOPBACK_HOSTS, origins: new Set() },
      files: WEB_FILES,
      report: () => '1',
    },
  )
  const end = (): Promise<void> => server[Symbol.asyncDispose]() as Promise<void>
  return {
    link(path) {
      const url = new URL(path, `http://127.0.0.1:${server.port}`)
      url.searchParams.set('token', TOKEN)
      return url.href
    },
    show: (text) => void (trackerAt = (now) => trackerFrom(text, now)),
    showPlayed: (next) => void (trackerAt = next),
    prepare: (next) => void (prepared = next),
    enable: (next) => void (isOn = next),
    async run() {
      await game.served.start({
        file: null,
        parallel: null,
        agent: null,
        budgetUsd: null,
        into: null,
        hold: false,
        on_top: false,
        unfinished: null,
      })
      return game.game().run
    },
    async use() {
      const { json } = await game.api.get('/api/suggest-parallelization')
      return json.use as Awaited<ReturnType<ServedOrbs['use']>>
    },
    end,
    async [Symbol.asyncDispose]() {
      await end()
      game[Symbol.dispose]()
    },
  }
}
