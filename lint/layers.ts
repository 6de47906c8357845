/** Which folder may import what. Everything that is not listed here is refused, imports of types included. */

export interface Layer {
  /** A folder, or a file, from the root of the repository. */
  readonly of: string
  /** Folders and files outside of it that it may import. */
  readonly may: readonly string[]
  /** Packages it may import; `node:` stands for every module of Node. */
  readonly packages: readonly string[]
}

/** The port through which the server accesses a repository: types only. */
const SERVED = 'src/server/served'

/** The parts of the server that the browser may import: types of its answers, and the messages of the live socket. */
const WIRE = [
  SERVED,
  'src/server/live/messages.ts',
  'src/server/api/api.ts',
  'src/server/api/run/start-offer.ts',
  'src/server/http/api-error.ts',
]

/** See `layerOf` for the layer of a file: a folder within a folder may have one of its own. */
export const LAYERS: readonly Layer[] = [
  { of: 'src/core', may: [], packages: [] },
  { of: 'src/conduct', may: ['src/core'], packages: ['node:timers/promises'] },
  {
    // The loop may not import this: it knows attempts only through src/conduct/attempt-runner.ts.
    of: 'src/conduct/attempt',
    may: [
      'src/core',
      'src/conduct/mailbox.ts',
      'src/conduct/retry-while-hindered.ts',
      'src/conduct/ports.ts',
      'src/conduct/sealing.ts',
      'src/conduct/attempt-runner.ts',
      'src/conduct/git-workshop.ts',
      'src/conduct/worktree-ports.ts',
    ],
    packages: [],
  },
  { of: 'src/yaml-file', may: ['src/core'], packages: ['node:', 'zod', 'yaml', 'js-yaml'] },
  { of: 'src/config', may: ['src/core', 'src/yaml-file'], packages: ['node:', 'zod'] },
  {
    of: 'src/plan-file',
    may: ['src/core', 'src/yaml-file', 'src/config'],
    packages: ['node:', 'zod'],
  },
  { of: 'src/processes', may: ['src/core'], packages: ['node:', '@lydell/node-pty'] },
  {
    of: 'src/store',
    may: ['src/core', 'src/conduct/ports.ts', 'src/processes'],
    packages: ['node:'],
  },
  {
    of: 'src/agents',
    may: ['src/core', 'src/conduct/ports.ts', 'src/processes', 'package.json'],
    packages: ['node:', 'zod', '@agentclientprotocol/sdk'],
  },
  {
    of: 'src/planning',
    may: [
      'src/core',
      'src/processes',
      'src/agents/clean-environment.ts',
      'src/agents/acp',
      'src/agents/known/find-agent.ts',
      'src/agents/transcript/transcript.ts',
    ],
    packages: ['node:', '@anthropic-ai/sdk'],
  },
  { of: 'src/suggest', may: ['src/core', 'src/planning'], packages: ['node:'] },
  {
    of: 'src/git',
    may: [
      'src/core',
      'src/conduct/forge-ports.ts',
      'src/conduct/take-ports.ts',
      'src/conduct/worktree-ports.ts',
      'src/foresight/ports.ts',
      'src/processes',
    ],
    packages: ['node:'],
  },
  {
    of: 'src/forge',
    may: ['src/core', 'src/conduct/forge-ports.ts', 'src/processes'],
    packages: ['node:', '@octokit/core', '@octokit/plugin-retry', '@octokit/plugin-throttling'],
  },
  { of: 'src/workspaces', may: ['src/core'], packages: ['node:'] },
  { of: 'src/expertise', may: ['src/core'], packages: ['node:'] },
  { of: 'src/foresight', may: ['src/core'], packages: ['node:'] },
  { of: 'src/notify', may: ['src/core', 'src/processes'], packages: ['node:'] },
  {
    of: 'src/server',
    may: ['src/core', 'src/conduct/conduct-run.ts'],
    packages: [
      'node:',
      'zod',
      'hono',
      '@hono/node-server',
      '@hono/zod-openapi',
      'prom-client',
      'ws',
    ],
  },
  { of: 'src/tui', may: ['src/core'], packages: ['string-width'] },
  { of: 'src/report-text', may: ['src/core'], packages: [] },
  {
    of: 'src/app',
    may: [
      'src/core',
      'src/conduct',
      'src/yaml-file',
      'src/config',
      'src/plan-file',
      'src/planning',
      'src/suggest',
      'src/processes',
      'src/store',
      'src/agents',
      'src/git',
      'src/foresight',
      'src/expertise',
      'src/workspaces',
      'src/forge',
      'src/notify',
      'src/server',
      'src/tui',
      'src/report-text',
      'package.json',
    ],
    packages: ['node:'],
  },
  {
    of: 'src/mcp',
    may: ['src/core', 'src/app'],
    packages: ['node:', 'zod', '@modelcontextprotocol/sdk'],
  },
  { of: 'src/cli', may: ['src/core', 'src/config', 'src/app', 'src/mcp'], packages: ['commander'] },
  {
    of: 'web/src/data',
    may: ['src/core', ...WIRE],
    packages: ['react', 'hono', '@tanstack/react-query'],
  },
  {
    of: 'web/src/parts',
    may: ['src/core', 'web/src/data'],
    packages: ['react', 'wouter', '@dnd-kit/core', 'marked'],
  },
  { of: 'web/src/act', may: ['src/core', 'web/src/data', 'web/src/parts'], packages: ['react'] },
  {
    of: 'web/src/views',
    may: [
      'src/core',
      SERVED,
      'web/src/data',
      'web/src/parts',
      'web/src/act',
      'web/src/views/orbs/hall/hall.tsx',
      'web/src/views/orbs/hall/look/palette.ts',
    ],
    packages: [
      'react',
      'wouter',
      '@dnd-kit/core',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      'react-diff-view',
      '@xterm/xterm',
      '@xterm/addon-fit',
    ],
  },
  {
    of: 'web/src/views/orbs/hall',
    may: ['src/core', 'web/src/views/orbs/hall/draw'],
    packages: ['react'],
  },
  {
    // Only this draws with three, and it is imported when the hall is shown in 3D.
    of: 'web/src/views/orbs/hall/draw',
    may: ['web/src/views/orbs/hall'],
    packages: ['three'],
  },
  {
    of: 'web/src/frame',
    may: ['src/core', 'web/src/data', 'web/src/parts', 'web/src/act', 'web/src/views'],
    packages: ['react', 'wouter'],
  },
  {
    of: 'web/src',
    may: ['web/src/data', 'web/src/parts', 'web/src/frame'],
    packages: ['react', 'react-dom', 'wouter'],
  },
]
