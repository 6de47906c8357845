/** Whether those who would get the prompts of a plan are there: found out before anything starts, without starting one. */
import { glanceAt, wellKnownAgent } from '../../agents/known/find-agent.ts'
import { sayAgentCheck } from '../../agents/known/say-agent.ts'
import type { Config } from '../../config/config.ts'
import type { Task } from '../../core/plan/plan.ts'
import type { SaidProblem } from '../console/problem-list.ts'
import { environmentOf } from './look-at-agents.ts'

export interface LookedFor {
  /** Every attempt of theirs would fail. */
  readonly missing: readonly SaidProblem[]
  /** What may be wrong: that somebody is logged in cannot always be seen. */
  readonly notes: readonly string[]
}

export function lookForAgents(tasks: readonly Task[], config: Config): LookedFor {
  const prompts = tasks.filter(({ work }) => work.is === 'prompt')
  const named = prompts.map(({ agent }) => agent ?? config.agent)
  const names = new Set([...named, ...(prompts.length > 0 ? [config.land.resolver] : [])])
  const found = [...names].flatMap((name) => (name === null ? [] : glance(name, config)))
  return {
    missing: found.flatMap(({ missing }) => missing),
    notes: found.flatMap(({ notes }) => notes),
  }
}

/** Of a line of shell, and of a path that begins in a worktree, nothing can be told from here. */
function glance(name: string, { agents }: Config): readonly LookedFor[] {
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
  `nobody seems to be logged in to ${name}: ${wellKnownAgent(program)!.logIn} (\`conductor doctor\` says more)`
