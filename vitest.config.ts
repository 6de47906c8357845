import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const AGENTS = 'test/agents/**/*.test.ts'

/** Each has a process of its own: from a large one git and agents are started slowly, and these tests look at what a process has started. */
const STARTING = [
  'src/{agents,git,processes}/**/*.test.ts',
  'test/{combined,end-to-end,foresight,in-browser,suggest}/**/*.test.ts',
  'test/planning/*-agent.test.ts',
]

/** These take longest; a first run would leave such small files to the end. */
const LONGEST =
  /\/test\/(combined\/(any-run|every-hint)|end-to-end\/(crash|worktrees)|agents\/(opencode|gemini|codex|claude|claude-acp))\.test/

/** A browser takes all that two cores can give, while most other tests wait for processes: they come by turns. */
const BROWSER = /\/test\/in-browser\//

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const {
      longest = [],
      browser = [],
      other = [],
    } = Object.groupBy(sorted, ({ moduleId }) =>
      LONGEST.test(moduleId) ? 'longest' : BROWSER.test(moduleId) ? 'browser' : 'other',
    )
    const byTurns = browser.flatMap((file, i) => [file, ...other.slice(i, i + 1)])
    return [...longest, ...byTurns, ...other.slice(browser.length)]
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
    // For two cores: while tests wait for a process, for git or for a browser, others work.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    globalSetup: ['test/build-once.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'conductor',
          include: STARTING,
          // These limits only end what hangs; nothing is measured by them.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        // All others share processes: to start one and to load our sources takes 0.4 seconds, and most of them less.
        // By its name this comes last: short files fill the time in which the last long one goes on.
        test: {
          name: 'sources',
          include: ['{src,web/src,test}/**/*.test.ts'],
          exclude: [...STARTING, AGENTS],
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
