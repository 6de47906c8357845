/** What an agent may do without asking a person, and how it is told. */
import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk/unstable'
import type { AgentSettings } from '../../core/agent/agent-settings.ts'
import type { Hear } from '../../conduct/ports.ts'
import type { AcpTool } from './tools.ts'

/** The name under which an agent finds our own tools. */
export const OUR_TOOLS = 'conductor'

export interface AcpPermissions {
  /** Answers at once, or when a person has. */
  ask(question: PermissionQuestion): Promise<RequestPermissionResponse>
  /** false: nobody waits for that any more. */
  answer(id: string, answer: Answer): boolean
  /** The turn was broken off. */
  voidAll(): void
}

interface PermissionQuestion {
  readonly tool: AcpTool
  readonly options: readonly PermissionOption[]
  /** The agent does not wait any more. */
  readonly signal: AbortSignal
}

interface Open {
  readonly options: readonly PermissionOption[]
  readonly resolve: (response: RequestPermissionResponse) => void
}

type Answer = 'allow' | 'reject'

export function openPermissions(
  permissions: AgentSettings['permissions'],
  hear: Hear,
): AcpPermissions {
  const open = new Map<string, Open>()
  let asked = 0

  return {
    async ask({ tool, options, signal }) {
      if (isAllowed(permissions, tool)) return answerTo(options, 'allow')
      const id = `permission-${++asked}`
      const { promise, resolve } = Promise.withResolvers<RequestPermissionResponse>()
      open.set(id, { options, resolve })
      signal.addEventListener('abort', () => settle(id, () => VOID), { once: true })
      hear({ is: 'permission', request: { id, tool: tool.name, what: tool.what } })
      return promise
    },
    answer: (id, answer) => settle(id, (options) => answerTo(options, answer)),
    voidAll: () => open.keys().forEach((id) => settle(id, () => VOID)),
  }

  function settle(
    id: string,
    choose: (options: readonly PermissionOption[]) => RequestPermissionResponse,
  ): boolean {
    const one = open.get(id)
    if (one === undefined) return false
    open.delete(id)
    hear({ is: 'permission-over', id })
    one.resolve(choose(one.options))
    return true
  }
}

const READS = ['read', 'search', 'think']
const WORKS = [...READS, 'edit', 'delete', 'move', 'execute']

function isAllowed(permissions: AgentSettings['permissions'], tool: AcpTool): boolean {
  switch (permissions) {
    case 'all':
      return true
    case 'work':
      return WORKS.includes(tool.kind) || isOurs(tool)
    case 'ask':
      return READS.includes(tool.kind) || isOurs(tool)
  }
}

/** Each agent writes the tool of a server in its own way. */
function isOurs({ kind, name, title }: AcpTool): boolean {
  if (kind === 'execute') return OURS_AS_COMMAND.test(title)
  return kind === 'other' && [name, title].some((text) => OURS.test(text))
}

const OURS = new RegExp(`^(mcp__${OUR_TOOLS}__|${OUR_TOOLS}_)|\\(${OUR_TOOLS} MCP Server\\)`, 'i')
/** Nothing but the name, as codex-acp has it: the title of any other command is its line. */
const OURS_AS_COMMAND = new RegExp(`^mcp\\.${OUR_TOOLS}\\.\\w+$`)

/** Once rather than always: the next time it may be about something else. */
const ANSWERS = {
  allow: ['allow_once', 'allow_always'],
  reject: ['reject_once', 'reject_always'],
} as const satisfies Readonly<Record<string, readonly PermissionOptionKind[]>>

/** An agent that does not offer the answer is told that its question is void. */
function answerTo(options: readonly PermissionOption[], answer: Answer): RequestPermissionResponse {
  const chosen = ANSWERS[answer]
    .map((wanted) => options.find(({ kind }) => kind === wanted))
    .find((option) => option !== undefined)
  if (chosen === undefined) return VOID
  return { outcome: { outcome: 'selected', optionId: chosen.optionId } }
}

/** The turn was broken off, or nobody waits. */
const VOID: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }

/** Modes of the agents we know; the first that is offered is set, so that they ask us, and no more than was meant. */
export const MODES: Readonly<Record<AgentSettings['permissions'], readonly string[]>> = {
  all: ['bypassPermissions', 'agent-full-access', 'yolo'],
  // In its usual mode codex-acp has a model of its own decide, which costs, and refuses our tools.
  work: ['workspace-write'],
  // In all but this one it changes files without a word.
  ask: ['read-only', 'default'],
}
