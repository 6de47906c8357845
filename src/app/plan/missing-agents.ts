/** Checks before a run whether the agents that would get the prompts are installed, without starting one. */
import { glanceAt, wellKnownAgent } from '../../agents/known/find-agent.ts'
import { sayAgentCheck } from '../../agents/known/say-agent.ts'
import type { Config } from '../../config/config.ts'
import type { Task } from '../../core/plan/plan.ts'
import type { SaidProblem } from '../console/problem-list.ts'
import { environmentOf } from './check-agents.ts'

export interface MissingAgents {
  /** Agents whose every attempt would fail. */
  readonly missing: readonly SaidProblem[]
  /** What may be wrong: whether the user is logged in cannot always be seen. */
  readonly notes: readonly string[]
}

export function missingAgents(tasks: readonly Task[], config: Config): MissingAgents {
  const prompts = tasks.filter(({ work }) => work.is === 'prompt')
  const named = prompts.map(({ agent }) => agent ?? config.agent)
  const names = new Set([...named, ...(prompts.length > 0 ? [config.land.resolver] : [])])
  const glances = [...names].flatMap((name) => (name === null ? [] : glance(name, config)))
  return {
    missing: glances.flatMap(({ missing }) => missing),
    notes: glances.flatMap(({ notes }) => notes),
  }
}

/** Nothing can be told of a shell command, or of a relative path, which begins in a worktree. */
function glance(name: string, { agents }: Config): readonly MissingAgents[] {
  const settings = agents[name]
  const [program] = settings?.command ?? []
  if (settings === undefined || program === undefined || settings.driver === 'command') return []
  if (program.includes('/') && !program.startsWith('/')) return []
  switch (glanceAt(program, environmentOf(settings))) {
    case 'missing':
      return [{ missing: [sayMissing(name, program)], notes: [] }]
    case 'no':
      return [{ missing: [], notes: [sayNobody(name, program)] }]
    case 'yes':
    case 'unknown':
      return []
  }
}

function sayMissing(name: string, program: string): SaidProblem {
  const { text, remedy } = sayAgentCheck({ is: 'missing', program })
  return { place: 'agents', message: `${name}: ${text}`, hint: remedy }
}

const sayNobody = (name: string, program: string): string =>
  `${name} does not seem to be logged in: ${wellKnownAgent(program)!.logIn} (\`conductor doctor\` says more)`
