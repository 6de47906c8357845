/** The layers of ARCHITECTURE.md are an allow-list: other imports are refused, type imports too. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { layerOf, wrongImports } from '../lint/check-imports.ts'
import { LAYERS } from '../lint/layers.ts'
import { sourcesHere } from '../lint/sources.ts'

/** A forbidden import for each layer: a value, a type, a lazy import, a re-export, a package. */
const PLANTED: readonly (readonly [path: string, text: string])[] = [
  ['src/core/run/planted.ts', `import { readFileSync } from 'node:fs'`],
  ['src/core/value/planted.ts', `import type { Clock } from '../../conduct/ports.ts'`],
  ['src/conduct/planted.ts', `import type { GitCommand } from '../git/call/git-command.ts'`],
  ['src/conduct/planted.ts', `import { inProcessRunner } from './attempt/in-process-runner.ts'`],
  ['src/conduct/attempt/planted.ts', `import type { Tell } from '../recorder.ts'`],
  ['src/yaml-file/planted.ts', `export type { Config } from '../config/config.ts'`],
  ['src/config/planted.ts', `import { parsePlanFile } from '../plan-file/parse-plan-file.ts'`],
  ['src/plan-file/planted.ts', `import '../store/tables.ts'`],
  ['src/processes/planted.ts', `type Store = import('../store/tables.ts').Tables`],
  ['src/store/planted.ts', `export * from '../git/land/target.ts'`],
  ['src/agents/claude/planted.ts', `import type { End } from '../../conduct/conduct-run.ts'`],
  ['src/planning/planted.ts', `import { priceOf } from '../agents/known/prices.ts'`],
  ['src/suggest/planted.ts', `import { priceOf } from '../agents/known/prices.ts'`],
  ['src/git/keep/planted.ts', `import { systemClock } from '../../app/place/system-clock.ts'`],
  ['src/expertise/planted.ts', `import { mustGit } from '../git/call/git-command.ts'`],
  ['src/foresight/planted.ts', `import { mustGit } from '../git/call/git-command.ts'`],
  ['src/forge/github/planted.ts', `import { mustGit } from '../../git/call/git-command.ts'`],
  ['src/workspaces/planted.ts', `import { mustGit } from '../git/call/git-command.ts'`],
  ['src/notify/planted.ts', `import { Hono } from 'hono'`],
  ['src/server/live/planted.ts', `import type { Workspace } from '../../app/place/workspace.ts'`],
  ['src/tui/planted.ts', `import type { Console } from '../app/console/console.ts'`],
  ['src/report-text/planted.ts', `import { writePrompt } from '../agents/session/prompt-file.ts'`],
  ['src/app/look/planted.ts', `import { program } from '../../cli/program.ts'`],
  ['src/mcp/planted.ts', `const { program } = await import('../cli/program.ts')`],
  ['src/cli/planted.ts', `import { openLookout } from '../git/land/lookout.ts'`],
  ['web/src/data/live/planted.ts', `import type { Need } from '../../views/attention/needs.ts'`],
  ['web/src/parts/planted.tsx', `import { doAsk } from '../act/do-ask.ts'`],
  ['web/src/act/planted.ts', `import type { CardFace } from '../views/board/card/card-face.ts'`],
  ['web/src/views/board/planted.tsx', `import { Frame } from '../../frame/frame.tsx'`],
  ['web/src/views/orbs/hall/planted.tsx', `import { api } from '../../../data/api/client.ts'`],
  [
    'web/src/views/orbs/hall/draw/planted.ts',
    `import type { Tracker } from '../../../../../../src/core/workspace/tracker.ts'`,
  ],
  [
    'web/src/frame/planted.tsx',
    `import { openWebServer } from '../../../src/server/http/open-web-server.ts'`,
  ],
  ['web/src/planted.tsx', `import type { Run } from '../../src/core/run/run.ts'`],
]

/** Other ways to import, each forbidden. Where the module cannot be read from the text, the way itself is. */
const OTHER_WAYS: readonly (readonly [path: string, text: string])[] = [
  ['src/core/plan/planted.ts', `import { type Clock } from '../../conduct/ports.ts'`],
  ['src/core/plan/planted.ts', `import type { Stats } from 'node:fs'`],
  ['src/core/plan/planted.ts', `type Ports = typeof import('../../conduct/ports.ts')`],
  ['src/core/plan/planted.ts', `/// <reference types="node" />`],
  ['src/core/plan/planted.ts', `declare module '../../conduct/ports.ts' {}`],
  ['src/core/plan/planted.ts', `import version from '../../../package.json' with { type: 'json' }`],
  ['src/core/plan/planted.ts', `import type { Run } from '../run/run.js'`],
  ['src/conduct/planted.ts', `import type { Attempt } from './attempt/attempt-task.ts'`],
  ['src/tui/planted.ts', `export type * from '../app/console/console.ts'`],
  ['src/tui/planted.ts', `import { createInterface } from 'node:readline'`],
  ['src/tui/planted.ts', `/// <reference path="../app/console/console.ts" />`],
  ['src/mcp/planted.ts', `import type { Target } from '../git/land/target.ts'`],
  ['src/mcp/planted.ts', `import { paint } from '../report-text/paint.ts'`],
  ['src/git/publish/planted.ts', `import type { Clock } from '../../conduct/ports.ts'`],
  ['src/mcp/planted.ts', `const lazy = () => import(\`../cli/program.ts\`)`],
  ['src/mcp/planted.ts', `const lazy = (name: string) => import('../cli/' + name)`],
  ['src/mcp/planted.ts', `import program = require('../cli/program.ts')`],
  ['src/mcp/planted.ts', `const program = require('../cli/program.ts')`],
  ['src/mcp/planted.ts', `const program = import.meta.resolve('../cli/program.ts')`],
  ['src/mcp/planted.ts', `import { createRequire } from 'node:module'`],
  ['src/mcp/planted.ts', `const git = process.getBuiltinModule('node:child_process')`],
  ['src/app/look/planted.ts', `import { play } from '../../../test/played/play.ts'`],
  ['src/app/look/planted.ts', `import { sample } from './look.test.ts'`],
  ['web/src/parts/planted.tsx', `import '../views/board/board.css'`],
  ['web/src/views/board/planted.tsx', `const F = lazy(() => import('../../frame/frame.tsx'))`],
  ['web/src/views/plan/planted.tsx', `import type { Plan } from './plan-view'`],
  [
    'web/src/views/plan/planted.tsx',
    `import type { FromServer } from '../../../../src/server/live/messages.ts'`,
  ],
  [
    'web/src/views/plan/planted.tsx',
    `import type { Access } from '../../../../src/server/http/access.ts'`,
  ],
]

it.each([...PLANTED, ...OTHER_WAYS])('%s may not have: %s', (path, text) => {
  const [refused] = wrongImports(new Map([[path, text]]))
  expect(refused).toMatch(new RegExp(`^${path}:1: \\S+ may not import \\S+`))
})

it('every layer has a planted import', () => {
  const tried = new Set(PLANTED.map(([path]) => layerOf(path)))
  expect(LAYERS.filter((layer) => !tried.has(layer))).toEqual([])
})

it('the sources import only what is allowed, and in no circle', () => {
  const sources = sourcesHere()
  expect(sources.size).toBeGreaterThan(1000)
  expect(wrongImports(sources)).toEqual([])
})

it('what is allowed is let through', () => {
  const fine = `import type { Agent } from '../conduct/ports.ts'\nimport { join } from 'node:path'`
  expect(wrongImports(new Map([['src/store/fine.ts', fine]]))).toEqual([])
})

it('a file outside of all layers is refused', () => {
  expect(wrongImports(new Map([['src/new-room/file.ts', '']]))).toEqual([
    'src/new-room/file.ts: no layer in lint/layers.ts has this file',
  ])
})

it('circles are refused, also by types and over several files', () => {
  const circle = new Map([
    ['src/core/a.ts', `import type { B } from './b.ts'`],
    ['src/core/b.ts', `export type { C } from './c.ts'`],
    ['src/core/c.ts', `type A = import('./a.ts').A`],
    ['src/core/beside.ts', `import { a } from './a.ts'`],
  ])
  expect(wrongImports(circle)).toEqual([
    'these files import each other in a circle: src/core/a.ts, src/core/b.ts, src/core/c.ts',
  ])
})

it('a file that imports itself is a circle', () => {
  const own = new Map([['src/core/a.ts', `import type { A } from './a.ts'`]])
  expect(wrongImports(own)).toEqual(['these files import each other in a circle: src/core/a.ts'])
})

it('ARCHITECTURE.md names every room of the large parts', () => {
  const lines = readFileSync('ARCHITECTURE.md', 'utf8').split('\n')
  const unnamed = ['core', 'git', 'server', 'app', 'agents'].flatMap((part) => {
    const row = lines.find((line) => line.startsWith(`| \`${part}/\``))
    const rooms = readdirSync(`src/${part}`, { withFileTypes: true }).filter((room) =>
      room.isDirectory(),
    )
    return rooms
      .filter(({ name }) => !row?.includes(`\`${name}\``))
      .map(({ name }) => `${part}/${name}`)
  })
  expect(unnamed).toEqual([])
})
