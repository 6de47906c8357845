/** Turns a task file and the whole configuration into a plan that can be run, or reports everything that is wrong. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, homedir, totalmem } from 'node:os'
import { relative, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { readConfigFiles } from '../../config/read-config-files.ts'
import {
  resolveConfig,
  type ConfigSources,
  type ResolvedConfig,
} from '../../config/resolve-config.ts'
import type { ConfigProblem, Flag } from '../../config/spoken-settings.ts'
import type { Settings } from '../../config/settings.ts'
import { MANY_AGENTS } from '../../core/ask/kinds/agents.ts'
import { shellWord } from '../../core/text/command-line.ts'
import type { RunSettings } from '../../core/run/event.ts'
import {
  USUAL_APART_ABOVE,
  USUAL_RULES,
  type CollisionSettings,
} from '../../core/plan/collision-settings.ts'
import type { Plan, Resources, Task } from '../../core/plan/plan.ts'
import type { Briefing } from '../../core/agent/prompt-material.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { formatSize } from '../../core/value/size.ts'
import type { PlanOptions } from '../../plan-file/check-plan.ts'
import { sayAgents, unknownAgent } from '../../plan-file/check-tasks.ts'
import {
  parsePlanFile,
  readOwnPlan,
  readPlanFile,
  type PlanFile,
} from '../../plan-file/parse-plan-file.ts'
import { placeIn, type Problem } from '../../yaml-file/problem.ts'
import { fetchedTexts, laterTexts } from '../issues/texts-of-tasks.ts'
import { hearPrompts, type HeardPrompts } from './agent-for-prompts.ts'
import {
  isolationFor,
  likelyIsolation,
  refusedHere,
  RUN_REFUSES,
  sharingNotes,
  worktreeNotes,
} from './isolation.ts'
import { missingAgents, type MissingAgents } from './missing-agents.ts'
import { ProblemList, sayProblem, type SaidProblem } from '../console/problem-list.ts'
import { readBriefing } from './read-briefing.ts'
import { projectFolder, type Workspace } from '../place/workspace.ts'

export interface LoadedPlan {
  readonly plan: Plan
  readonly config: Config
  readonly settings: RunSettings
  readonly briefing: Briefing
  readonly source: { readonly file: string; readonly digest: string }
  readonly warnings: readonly string[]
}

/** A task file; its text may be given instead of being read. */
export interface PlanSource {
  /** The path as the user typed it. */
  readonly file: string
  readonly text?: string
  /** What a reader finds in the text, for who has just written it. */
  readonly value?: unknown
}

/** For a run: the repository and the agents must be usable, too. */
export const loadPlan = (
  source: PlanSource,
  workspace: Workspace,
  flags: readonly Flag[],
): Promise<LoadedPlan> => readPlan(source, workspace, flags, TO_RUN)

/** Only to show the plan: a repository without a commit, or a missing agent, is no reason to refuse. */
export const lookAtPlan = (
  source: PlanSource,
  workspace: Workspace,
  flags: readonly Flag[],
): Promise<LoadedPlan> => readPlan(source, workspace, flags, TO_LOOK_AT)

/** To plan, simulate and foresee: there may be no agent for the prompts yet, either. */
export const lookAtPlanOnly = (
  source: PlanSource,
  workspace: Workspace,
  flags: readonly Flag[],
): Promise<LoadedPlan> => readPlan(source, workspace, flags, TO_PLAN)

/** How strictly a plan is read. */
interface Reading {
  /** A prompt without an agent is refused. */
  readonly needsAgent: boolean
  readonly isolationIn: typeof isolationFor
  /** Where tasks that are only an issue get their texts. */
  readonly issueTexts: typeof fetchedTexts
  /** Why a run would be refused, apart from the file. For a run this throws instead. */
  readonly refusals: (
    config: Config,
    folder: string,
    looked: MissingAgents,
  ) => Promise<readonly string[]>
}

const TO_RUN: Reading = {
  needsAgent: true,
  isolationIn: isolationFor,
  issueTexts: fetchedTexts,
  refusals(_config, _folder, { missing }) {
    if (missing.length > 0) throw new ProblemList(missing)
    return Promise.resolve([])
  },
}

const TO_LOOK_AT: Reading = {
  needsAgent: true,
  isolationIn: likelyIsolation,
  issueTexts: laterTexts,
  refusals: async (config, folder, { missing }) => [
    ...(await refusedHere(config, folder)),
    ...missing.map((problem) => `${RUN_REFUSES}${sayWhy(problem)}`),
  ],
}

const TO_PLAN: Reading = { ...TO_LOOK_AT, needsAgent: false }

async function readPlan(
  source: PlanSource,
  workspace: Workspace,
  flags: readonly Flag[],
  { isolationIn, refusals, needsAgent, issueTexts }: Reading,
): Promise<LoadedPlan> {
  const sources = await readSources(workspace, flags)
  const before = mustResolve({ ...sources, plan: 'unread' })
  const machine = machineOf(before.config)
  const { folder } = workspace
  const file = resolve(folder, source.file)
  const agents = [...BUILT_IN, ...Object.keys(before.config.agents)]
  const read = await readSource({ ...source, file }, { machine, agents })
  const shownFile = relative(folder, file) || file
  const at = (problem: Problem): SaidProblem => {
    const { message } = problem
    return sayProblemAt(shownFile, { ...problem, message: message.replace(file, source.file) })
  }
  if (!read.ok) {
    const isMissing = source.text === undefined && !existsSync(file)
    throw new ProblemList(
      read.problems.map(at).map(isMissing ? withInit(source.file) : (one) => one),
    )
  }
  const resolved = mustResolve({
    ...sources,
    plan: { path: source.file, settings: read.settings },
  })
  const { settings, warnings } = resolved
  const listener = await hearPrompts(read.plan.tasks, resolved.config)
  const heard =
    listener.ok || needsAgent || !listener.isUnchosen
      ? listener
      : withoutAgent(listener, resolved.config)
  const unknown = [
    heard.ok ? unknownAgentFor(resolved.config, settings) : heard.problem,
    unknownResolver(resolved.config, settings),
  ].filter((problem) => problem !== null)
  if (!heard.ok || unknown.length > 0) throw new ProblemList(unknown)
  const { config, note } = heard
  const texts = await issueTexts(read.plan, config, workspace)
  const plan = { ...read.plan, tasks: withDefaults(texts.tasks, config) }
  const looked = missingAgents(plan.tasks, config)
  const isolation = await isolationIn(config, folder)
  const refused = await refusals(config, folder, looked)
  const runSettings = settingsFor(config, isolation, folder)
  return {
    plan,
    config,
    settings: runSettings,
    briefing: await readBriefing({ config, settings }, workspace),
    source: { file, digest: source.text === undefined ? digestOf(file) : digest(source.text) },
    warnings: [
      ...refused,
      ...warnings,
      ...(note === null ? [] : [note]),
      ...texts.notes,
      ...looked.notes,
      ...(isolation === 'none'
        ? [...sharingNotes(config, plan, runSettings), ...checksInVain(plan, settings)]
        : await worktreeNotes(folder)),
      ...read.warnings.map((problem) => sayProblem(at(problem))),
      ...tooMany(config, plan),
    ],
  }
}

/** Within a sentence, where the place would be a stray word. */
const sayWhy = ({ message, hint }: SaidProblem): string =>
  hint === null ? message : `${message} (${hint})`

const withoutAgent = (
  { problem }: Extract<HeardPrompts, { ok: false }>,
  config: Config,
): HeardPrompts => ({ ok: true, config, note: `${RUN_REFUSES}${sayWhy(problem)}` })

/** A user who has no plan yet wants to write one. */
const withInit =
  (file: string) =>
  (problem: SaidProblem): SaidProblem => {
    const init = `write a first plan there with \`conductor init ${shellWord(file)}\`, or let one be made with \`conductor plan "what you want" --out ${shellWord(file)}\``
    const hint = problem.hint === null ? init : `${problem.hint} Or ${init}`
    return { ...problem, hint }
  }

async function readSource(
  { file, text, value }: PlanSource,
  options: PlanOptions,
): Promise<PlanFile> {
  if (text === undefined) return readPlanFile(file, options)
  return value === undefined ? parsePlanFile(text, options) : readOwnPlan({ text, value }, options)
}

/** Without a plan: for commands that need only the configuration, or resume a run whose file is gone. */
export async function loadConfig(
  workspace: Workspace,
  flags: readonly Flag[] = [],
  planFile: string | null = null,
): Promise<ResolvedConfig & { readonly warnings: readonly string[] }> {
  const sources = await readSources(workspace, flags)
  const read = planFile === null ? null : await readPlanFile(planFile)
  return mustResolve(
    read?.ok && planFile !== null
      ? { ...sources, plan: { path: planFile, settings: read.settings } }
      : sources,
  )
}

/** Runs a command line from the task file; every other agent must be configured. */
const BUILT_IN = ['shell']

async function readSources(workspace: Workspace, flags: readonly Flag[]): Promise<ConfigSources> {
  const files = await readConfigFiles(projectFolder(workspace), homedir())
  if (!files.ok) throw new ProblemList(files.problems.map(sayConfigProblem))
  return { flags, environment: process.env, project: files.project, user: files.user }
}

function mustResolve(sources: ConfigSources): ResolvedConfig & { warnings: readonly string[] } {
  const outcome = resolveConfig(sources)
  if (!outcome.ok) throw new ProblemList(outcome.problems.map(sayConfigProblem))
  return { ...outcome, warnings: outcome.warnings.map((w) => sayProblem(sayConfigProblem(w))) }
}

export const sayProblemAt = (file: string, problem: Problem): SaidProblem => ({
  place: placeIn(file, problem),
  message: problem.message,
  hint: problem.hint,
})

const sayConfigProblem = ({ origin, message, hint }: ConfigProblem): SaidProblem => ({
  place: origin,
  message,
  hint,
})

export function machineOf(config: Config): Resources {
  return {
    cpu: config.resources.cpu ?? availableParallelism(),
    memoryBytes: config.resources.memoryBytes ?? totalmem(),
  }
}

/** Also reported when no task has a prompt, because the agent that the user named does not exist. */
function unknownAgentFor({ agent, agents }: Config, settings: Settings): SaidProblem | null {
  if (agent === null || BUILT_IN.includes(agent) || agents[agent] !== undefined) return null
  return {
    place: settings.get('agent')!.origin,
    message: unknownAgent(agent),
    hint: sayAgents(agent, Object.keys(agents)),
  }
}

/** Reported now, because at the first conflict it would be too late. */
function unknownResolver({ land, agents }: Config, settings: Settings): SaidProblem | null {
  if (land.resolver === null || agents[land.resolver] !== undefined) return null
  return {
    place: settings.get('land.resolver')!.origin,
    message: `"${land.resolver}" is to resolve conflicts, but there is no such agent`,
    hint: 'name one of `agents`, or leave `land.resolver` out: then the agent of the task does it',
  }
}

/** Fills in the configured values for tasks that have none of their own. */
export const withDefaults = (tasks: readonly Task[], config: Config): readonly Task[] =>
  tasks.map((task) => ({
    ...task,
    agent: task.agent ?? config.agent,
    retry: task.retry ?? config.retry,
    timeoutSeconds: task.timeoutSeconds ?? config.timeoutSeconds,
  }))

export function settingsFor(
  config: Config,
  isolation: RunSettings['isolation'],
  directory: string,
): RunSettings {
  return {
    agents: config.parallel,
    machine: machineOf(config),
    strictBatches: config.scheduling.strictBatches,
    allowCollisions: config.scheduling.allowCollisions,
    collisions: collisionsFrom(config),
    agingSeconds: config.scheduling.agingSeconds,
    isolation,
    maxWorktrees: isolation === 'none' ? null : config.maxWorktrees,
    stacked: isolation === 'worktree' && config.scheduling.stacked,
    review: isolation === 'worktree' && config.land.review,
    check: isolation === 'worktree' ? config.check : null,
    budgetUsd: config.budgetUsd,
    askFirst: config.askFirst,
    directory,
  }
}

/** The rules of the user come first; those that everyone has decide about the other files. */
function collisionsFrom({ collisions }: Config): CollisionSettings {
  const { apartAbove, warnAbove, rules } = collisions
  const isAuto = apartAbove === 'auto'
  return {
    apartAbove: isAuto ? USUAL_APART_ABOVE : apartAbove,
    warnAbove,
    rules: { ...rules, ...withoutThese(USUAL_RULES, rules) },
    isAuto,
    chosen: null,
  }
}

const withoutThese = <Value>(values: Readonly<Record<string, Value>>, these: object) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !Object.hasOwn(these, key)))

/** Notes about settings that have no effect in place, where nothing is merged that could be checked. */
function checksInVain(plan: Plan, settings: Settings): readonly string[] {
  const notes = ['check', 'setup', 'land.into', 'land.review', 'scheduling.stacked']
    .map((key) => ({ key, origin: 'default', value: null, ...settings.get(key) }))
    .filter(({ origin, value }) => origin !== 'default' && Boolean(value))
    .map(({ key, origin }) => `${origin}  \`${key}\` has no effect with isolation: none`)
  const own = plan.tasks.filter((task) => task.check !== null)
  if (own.length === 0 || notes.length > 0) return notes
  return [`the checks of ${sayCount(own.length, 'task')} have no effect with isolation: none`]
}

/** There are never more agents than tasks. */
function tooMany({ parallel: allowed }: Config, { tasks }: Plan): readonly string[] {
  const parallel = Math.min(allowed, tasks.length)
  if (parallel <= 5) return []
  const memory = `, and each uses memory: often 0.5 GB and more, of the ${formatSize(totalmem())} here`
  const review = 'most people can review the work of 3 to 5'
  return [`${parallel} agents at once: ${review}${parallel > MANY_AGENTS ? memory : ''}`]
}

export const digestOf = (file: string): string => digest(readFileSync(file))

const digest = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16)
