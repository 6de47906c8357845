/**
 * Every path below `.conductor/`; no other source file spells one. This file is in the core because every folder may
 * import the core, and it joins with "/" because the core does not know node:path. `home` is a repository's
 * `.conductor`.
 */
import type { RunId, TaskId } from './ids.ts'

/** The folder of this name in a repository, in a worktree (for its session), and in the user's own home. */
export const HOME = '.conductor'

const IN_HOME = {
  config: 'config.yaml',
  /** Keeps the folder out of commits where there is no repository yet. */
  ignore: '.gitignore',
  database: 'conductor.db',
  lock: 'coordinator.lock',
  /** Which process is the coordinator now. */
  coordinator: 'server.json',
  control: 'control.sock',
  /** Which process serves the web app now. */
  web: 'web.json',
  accessToken: 'access-token',
  interactions: 'interactions.json',
  /** What was chosen for the last start from the web app. */
  start: 'start.json',
  serverLog: 'server.log',
  errors: 'errors.log',
  /** Holds the launcher that attempts find on their PATH. */
  launcher: 'bin',
  sessions: 'sessions',
  /** In the user's own home: the sessions of all repositories. */
  sessionLog: 'sessions.jsonl',
  /** In the user's own home: the repositories that Conductor was used in. */
  projects: 'projects',
  /** The plan that was made last, with everything that is known about it. */
  plan: 'plan.json',
  /** Plans that were piped in, and task files as they were before they were planned again. */
  plans: 'plans',
  /** Held while a task file that exists is replaced. */
  planLock: 'plans/task-file.lock',
  /** Claude's orderings of workspaces, if they are to survive a restart. */
  suggestions: 'suggestions.json',
  suggestionUse: 'suggestion-use.json',
  worktrees: 'worktrees',
  /** What people have recorded about workspaces: blockers and dependencies. */
  workspaceMarks: 'workspaces.json',
  lanes: 'lanes',
  checkRooms: 'check-rooms',
  kept: 'kept',
  /** Setup logs of worktrees that a person made; those of a run are in the folder of the run. */
  setup: 'setup',
  /** What foresight knows of the repository; everything in it can be made again but the outcomes of attempts. */
  foresight: 'foresight',
  /** Temporary objects of git, while branches are made in memory. */
  publishing: 'publishing',
  /** The pull requests of a remote that is no forge, a file each. */
  pulls: 'plain-pulls',
} as const

export const inHome = (home: string, what: keyof typeof IN_HOME): string =>
  `${home}/${IN_HOME[what]}`

/** For people: the configuration file of the user, which no repository can write. */
export const OWN_CONFIG = `~/${HOME}/${IN_HOME.config}`

const IN_FORESIGHT = { index: 'index', outcomes: 'outcomes.jsonl' } as const

export const inForesight = (home: string, what: keyof typeof IN_FORESIGHT): string =>
  `${inHome(home, 'foresight')}/${IN_FORESIGHT[what]}`

export const pullFile = (home: string, number: number): string =>
  `${inHome(home, 'pulls')}/${number}.jsonl`

export const runFolder = (home: string, run: RunId): string => `${home}/run-${run}`

const IN_RUN = {
  plan: 'plan.json',
  summary: 'summary.json',
  checks: 'checks',
  setup: 'setup',
  pipes: 'pipes',
  /** Objects and indexes that git needs for looking at changes. */
  diff: 'diff',
  lookout: 'lookout',
  mergeCheck: 'merge-check',
  /** Files that git compares while somebody looks at a conflict. */
  conflicts: 'conflicts',
  objects: 'objects',
  /** The state of the repository before the agents began. */
  treeBefore: 'tree-before',
  branchesBefore: 'branches-before.json',
  ignoredBefore: 'ignored-before.json',
  settingsBefore: 'settings-before.json',
  /** The git configuration before the agents began. */
  gitBefore: 'git-before',
} as const

export const inRun = (home: string, run: RunId, what: keyof typeof IN_RUN): string =>
  `${runFolder(home, run)}/${IN_RUN[what]}`

export const executorFolder = (home: string, run: RunId, worker: number): string =>
  `${runFolder(home, run)}/executor_${worker}`

export const exitLog = (home: string, run: RunId, worker: number): string =>
  `${executorFolder(home, run, worker)}.exits`

/** Holds the files of an attempt outside git: transcript, prompt, artefacts. It is created with its first file. */
export function attemptFolder(
  home: string,
  attempt: {
    readonly run: RunId
    readonly task: TaskId
    readonly number: number
    readonly worker: number
  },
): string {
  const name = attempt.number === 1 ? attempt.task : `${attempt.task}.${attempt.number}`
  return `${executorFolder(home, attempt.run, attempt.worker)}/${name}`
}

/** The names of all session files begin with this. */
const SESSION = 'session-'

const IN_ATTEMPT = {
  prompt: 'prompt.md',
  /** The transcript is rotated: when this file is full it replaces the older one, which is dropped. */
  transcript: 'transcript.jsonl',
  olderTranscript: 'transcript.1.jsonl',
  /** Where Claude Code finds our MCP tools. */
  tools: 'mcp.json',
  /** The session files of a run that works in place; in a worktree they are in its own `.conductor`. */
  sessionContext: `${SESSION}context.json`,
  sessionPrompt: `${SESSION}prompt.md`,
  sessionState: `${SESSION}state.json`,
} as const

export const inAttempt = (folder: string, what: keyof typeof IN_ATTEMPT): string =>
  `${folder}/${IN_ATTEMPT[what]}`

export const isOfSession = (file: string): boolean => file.startsWith(`${HOME}/${SESSION}`)

/** Beside the folder of the attempt, so that a task can write to it before that folder exists. */
export const addFile = (folder: string): string => `${folder}.add.jsonl`

export const addAnswers = (folder: string): string => `${folder}.add.answers.jsonl`
