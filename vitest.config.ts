import { defineConfig } from 'vitest/config'

const AGENTS = 'test/agents/**/*.test.ts'

/** These only compute, so they may share a process: starting one for each costs more than they do. */
const COMPUTING = [
  'src/core',
  'src/tui',
  'src/yaml-file',
  'src/config',
  'src/notify',
  'web/src',
].map((folder) => `${folder}/**/*.test.ts`)

export default defineConfig({
  test: {
    environment: 'node',
    hookTimeout: 60_000,
    // The machines of CI are small and shared. What fails twice is broken; what fails once is named as flaky.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    maxWorkers: 2,
    globalSetup: ['test/build-once.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'conductor',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [AGENTS, ...COMPUTING],
          // These limits only end what hangs; nothing is measured by them.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'core', include: COMPUTING, isolate: false, testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'agents',
          include: [AGENTS],
          testTimeout: 120_000,
          globalSetup: ['test/agents/say-left-out.ts'],
        },
      },
    ],
  },
})
