import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const AGENTS = 'test/agents/**/*.test.ts'

/**
 * Each has a process of its own: from a large one git and agents are started slowly, and most of these tests look at
 * what a process has started. The last one runs commands in the process of the test.
 */
const ALONE = [
  ...['src/agents', 'src/git', 'src/processes'].map((folder) => `${folder}/**/*.test.ts`),
  'test/end-to-end/bad-input.test.ts',
]

/** These take longest, and are small files, which a first run would leave to the end. */
const LONG =
  /\/test\/(combined|in-browser|end-to-end\/(worktrees|crash|never-lose|setup|served-run)\.test)/

/** Most of their time they wait for one process after another, so that there is room for others beside them. */
const WAITING = /\/test\/(combined|end-to-end\/(worktrees|crash)\.test)/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number =>
      WAITING.test(moduleId) ? 0 : LONG.test(moduleId) ? 1 : 2
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    hookTimeout: 60_000,
    // What a test waits for comes later on a busy machine; one second would be too little.
    expect: { poll: { timeout: 20_000 } },
    // The machines of CI are small and shared. What fails twice is broken; what fails once is named as flaky.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    // For two cores: a test file takes less than half of one, because it waits for processes, for git and for a browser.
    maxWorkers: 5,
    sequence: { sequencer: LongFirst },
    globalSetup: ['test/build-once.ts'],
    projects: [
      {
        extends: true,
        // They share processes, and with them a browser and the processes that run their commands.
        test: {
          name: 'commands',
          include: ['test/**/*.test.ts'],
          exclude: [AGENTS, ...ALONE],
          isolate: false,
          // These limits only end what hangs; nothing is measured by them.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'processes', include: ALONE, testTimeout: 60_000 },
      },
      {
        extends: true,
        // All others share processes: to start one and to load our sources costs more than most of them do.
        // By its name this comes last: short files fill the time in which the last long one goes on.
        test: {
          name: 'sources',
          include: ['src/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'agents',
          include: [AGENTS],
          testTimeout: 120_000,
          // Each is a large program of its own, so they come after all others, and two at a time.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          globalSetup: ['test/agents/say-left-out.ts'],
        },
      },
    ],
  },
})
