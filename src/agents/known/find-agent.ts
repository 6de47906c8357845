/** Checks whether an agent is ready: installed, new enough, and logged in, as far as this machine can tell. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { findProgram } from '../../processes/find-program.ts'
import { tryOut } from '../../processes/try-out.ts'
import {
  firstSet,
  WELL_KNOWN_AGENTS,
  type Environment,
  type WellKnownAgent,
} from './well-known-agents.ts'

export type AgentCheck =
  | {
      readonly is: 'found'
      readonly program: string
      readonly path: string
      /**
       * Null for agents that are not well known: they are not started, because it is unknown what they do with
       * --version.
       */
      readonly version: string | null
      readonly login: 'yes' | 'no' | 'unknown'
      /** The variable or file that tells whether a user is logged in; for unknown, where else the login may be. */
      readonly by: string | null
    }
  | { readonly is: 'missing'; readonly program: string }
  | {
      readonly is: 'too-old'
      readonly program: string
      readonly path: string
      readonly version: string
      readonly oldest: string
    }
  /** The program did not answer --version, or its answer held no version. */
  | {
      readonly is: 'broken'
      readonly program: string
      readonly path: string
      readonly isLate: boolean
      readonly printed: string
    }

/** How many milliseconds an agent may take to tell its version. */
export const PATIENCE = 5000
/** Without this variable, Gemini starts itself a second time, and takes twice as long. */
const AT_ONCE = { GEMINI_CLI_NO_RELAUNCH: 'true' }

/** program: a name as in `claude`, or a path. The check uses no network and reads no secret. */
export async function checkAgent(program: string, environment: Environment): Promise<AgentCheck> {
  const path = findProgram(program, environment['PATH'])
  if (path === null) return { is: 'missing', program }
  const agent = wellKnownAgent(program)
  if (agent === null) return { is: 'found', program, path, ...NOT_ASKED }
  const { worked, isLate, printed } = await tryOut([path, '--version'], {
    milliseconds: PATIENCE,
    environment: { ...environment, ...AT_ONCE },
  })
  const version = worked ? versionIn(printed) : null
  if (version === null) return { is: 'broken', program, path, isLate, printed: printed.trim() }
  const { oldest } = agent
  if (oldest !== null && isOlder(version, oldest))
    return { is: 'too-old', program, path, version, oldest }
  return { is: 'found', program, path, version, ...loginOf(agent, environment) }
}

/** The same check without starting the program, so without its version. */
export function glanceAt(
  program: string,
  environment: Environment,
): 'missing' | 'yes' | 'no' | 'unknown' {
  if (findProgram(program, environment['PATH']) === null) return 'missing'
  const agent = wellKnownAgent(program)
  return agent === null ? 'unknown' : loginOf(agent, environment).login
}

const NOT_ASKED = { version: null, login: 'unknown', by: null } as const

export const wellKnownAgent = (program: string): WellKnownAgent | null =>
  WELL_KNOWN_AGENTS.find(({ name }) => name === basename(program)) ?? null

/** `2.1.325 (Claude Code)`, `codex-cli 0.151.0` */
const versionIn = (printed: string): string | null => /\d+\.\d+\.\d+/.exec(printed)?.[0] ?? null

function isOlder(version: string, oldest: string): boolean {
  const [versionNumbers, oldestNumbers] = [version, oldest].map((text) =>
    text.split('.').map(Number),
  )
  const differing = oldestNumbers!.findIndex((number, i) => number !== versionNumbers![i])
  return differing >= 0 && versionNumbers![differing]! < oldestNumbers![differing]!
}

/** The program that a shell command line starts; null: the line does not plainly name one. */
export function programOf(line: string): string | null {
  const word = line
    .trim()
    .split(/\s+/)
    .find((word) => !/^\w+=/.test(word))
  return word !== undefined && /^[\w@%+,./:-]+$/.test(word) && !OF_THE_SHELL.has(word) ? word : null
}

const OF_THE_SHELL = new Set(
  '. : case cd command eval exec export for if set source time trap ulimit umask until while'.split(
    ' ',
  ),
)

function loginOf(
  agent: WellKnownAgent,
  environment: Environment,
): { readonly login: 'yes' | 'no' | 'unknown'; readonly by: string | null } {
  const variable = firstSet(environment, agent.variables)
  if (variable !== null) return { login: 'yes', by: variable }
  const credentials = agent.credentials(environment)
  if (existsSync(credentials)) return { login: 'yes', by: credentials }
  const elsewhere = agent.elsewhere(environment)
  return elsewhere === null ? { login: 'no', by: credentials } : { login: 'unknown', by: elsewhere }
}
