/** The layers of ARCHITECTURE.md are an allow-list: other imports are refused, type imports too. */
import { expect, it } from 'vitest'
import { wrongImports } from '../lint/check-imports.ts'
import { LAYERS } from '../lint/layers.ts'

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
  ['src/git/keep/planted.ts', `import { systemClock } from '../../app/place/system-clock.ts'`],
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
  [
    'web/src/frame/planted.tsx',
    `import { openWebServer } from '../../../src/server/http/open-web-server.ts'`,
  ],
  ['web/src/planted.tsx', `import type { Run } from '../../src/core/run/run.ts'`],
]

it.each(PLANTED)('%s may not have: %s', (path, text) => {
  expect(wrongImports(new Map([[path, text]]))).toEqual([
    expect.stringMatching(new RegExp(`^${path}:1: \\S+ may not import \\S+`)),
  ])
})

it('every layer has a planted import', () => {
  const tried = LAYERS.filter(({ of }) => PLANTED.some(([path]) => path.startsWith(`${of}/`)))
  expect(tried).toEqual(LAYERS)
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
