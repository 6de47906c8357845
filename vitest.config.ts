import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const AGENTS = 'test/agents/**/*.test.ts'

/** These kill everything that their process has started, or change its folder and environment for good. */
const ALONE = ['src/processes/**/*.test.ts', 'test/end-to-end/bad-input.test.ts']

/** These take longest, each about as long as the next or longer; a first run would leave such small files to the end. */
const LONGEST = [
  'combined/any-run',
  'combined/every-hint',
  'end-to-end/crash',
  'end-to-end/worktrees',
  'agents/opencode',
  'agents/runs',
  'agents/gemini',
  'agents/claude-acp',
  'agents/codex',
  'agents/claude',
]

/** -1: it is not one of them. */
const placeAmongLongest = ({ moduleId }: TestSpecification): number =>
  LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))

/** A browser takes all that two cores can give, while tests of these others wait for processes: they come by turns. */
const BROWSER = /\/test\/in-browser\//
const PROCESSES = /\/(test\/end-to-end|src\/(agents|git))\//

/**
 * The shortest come last: they fill the time in which the last long one goes on. Those that are alone come first: a
 * process that tests many files ends as soon as the next file may not share it.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const {
      alone = [],
      longest = [],
      browser = [],
      processes = [],
      short = [],
    } = Object.groupBy(await super.sort(files), kindOf)
    longest.sort((a, b) => placeAmongLongest(a) - placeAmongLongest(b))
    const byTurns = browser.flatMap((file, i) => [file, ...processes.slice(i, i + 1)])
    return [...alone, ...longest, ...byTurns, ...processes.slice(browser.length), ...short]
  }
}

type Kind = 'alone' | 'longest' | 'browser' | 'processes' | 'short'

function kindOf(file: TestSpecification): Kind {
  if (file.project.name === 'alone') return 'alone'
  if (placeAmongLongest(file) >= 0) return 'longest'
  if (BROWSER.test(file.moduleId)) return 'browser'
  return PROCESSES.test(file.moduleId) ? 'processes' : 'short'
}

/** In milliseconds. This limit only ends what hangs; nothing is measured by it. */
const LONGEST_TEST = 60_000

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
        test: { name: 'alone', include: ALONE, testTimeout: LONGEST_TEST },
      },
      {
        extends: true,
        test: {
          name: 'conductor',
          include: ['{src,web/src,test}/**/*.test.ts'],
          exclude: [...ALONE, AGENTS],
          // Four processes run all files: what a file has loaded, its browser and its processes for commands serve the next one, too.
          isolate: false,
          testTimeout: LONGEST_TEST,
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
