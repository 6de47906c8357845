import { defineConfig } from 'vitest/config'

const AGENTS = 'test/agents/**/*.test.ts'

export default defineConfig({
  test: {
    environment: 'node',
    hookTimeout: 60_000,
    maxWorkers: 2,
    globalSetup: ['test/build-once.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'conductor',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: [AGENTS],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'agents',
          include: [AGENTS],
          testTimeout: 60_000,
          globalSetup: ['test/agents/say-left-out.ts'],
        },
      },
    ],
  },
})
