/** What an agent may do without asking a person, and how the agent is told the answer. */
import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk/unstable'
import type { AgentSettings } from '../../core/agent/agent-settings.ts'
import type { Hear } from '../../conduct/ports.ts'
import type { AcpTool, WantedTool } from './tools.ts'

/** none: the agent may do nothing without asking, not even read: it is to answer, not to work. */
export type AcpPermissionLevel = AgentSettings['permissions'] | 'none'

/** The name under which an agent finds our own tools. */
export const OUR_TOOLS = 'conductor'

export interface AcpPermissions {
  /** Resolves at once when the settings allow the tool, else when a person has answered. */
  ask(question: PermissionQuestion): Promise<RequestPermissionResponse>
  /** false: the agent no longer waits for this answer. */
  answer(id: string, answer: Answer): boolean
  /** Answers all open requests with VOID, because the turn was cancelled. */
  voidAll(): void
}

interface PermissionQuestion {
  readonly tool: WantedTool
  readonly options: readonly PermissionOption[]
  /** Aborted when the agent no longer waits for the answer. */
  readonly signal: AbortSignal
}

interface Open {
  readonly options: readonly PermissionOption[]
  readonly resolve: (response: RequestPermissionResponse) => void
}

type Answer = 'allow' | 'reject'

export function openPermissions(permissions: AcpPermissionLevel, hear: Hear): AcpPermissions {
  const open = new Map<string, Open>()
  let requestCount = 0

  return {
    async ask({ tool, options, signal }) {
      if (isAllowed(permissions, tool)) return answerTo(options, 'allow')
      const id = `permission-${++requestCount}`
      const { promise, resolve } = Promise.withResolvers<RequestPermissionResponse>()
      open.set(id, { options, resolve })
      signal.addEventListener('abort', () => settle(id, () => VOID), { once: true })
      const { name, what, input } = tool
      hear({ is: 'permission', request: { id, tool: name, what, ...(input && { input }) } })
      return promise
    },
    answer: (id, answer) => settle(id, (options) => answerTo(options, answer)),
    voidAll: () => open.keys().forEach((id) => settle(id, () => VOID)),
  }

  function settle(
    id: string,
    choose: (options: readonly PermissionOption[]) => RequestPermissionResponse,
  ): boolean {
    const request = open.get(id)
    if (request === undefined) return false
    open.delete(id)
    hear({ is: 'permission-over', id })
    request.resolve(choose(request.options))
    return true
  }
}

const READS = ['read', 'search', 'think']
const WORKS = [...READS, 'edit', 'delete', 'move', 'execute']

function isAllowed(permissions: AcpPermissionLevel, tool: AcpTool): boolean {
  switch (permissions) {
    case 'none':
      return false
    case 'all':
      return true
    case 'work':
      return WORKS.includes(tool.kind) || isOurs(tool)
    case 'ask':
      return READS.includes(tool.kind) || isOurs(tool)
  }
}

/** Each agent writes the name of an MCP tool in its own way. */
function isOurs({ kind, name, title }: AcpTool): boolean {
  if (kind === 'execute') return OURS_AS_COMMAND.test(title)
  return kind === 'other' && [name, title].some((text) => OURS.test(text))
}

const OURS = new RegExp(`^(mcp__${OUR_TOOLS}__|${OUR_TOOLS}_)|\\(${OUR_TOOLS} MCP Server\\)`, 'i')
/**
 * codex-acp gives our tools the kind of a command, with the name of the tool as the title; the title of any
 * other command is its command line.
 */
const OURS_AS_COMMAND = new RegExp(`^mcp\\.${OUR_TOOLS}\\.\\w+$`)

/** "once" is preferred to "always": the next request of this kind may be about something else. */
const ANSWERS = {
  allow: ['allow_once', 'allow_always'],
  reject: ['reject_once', 'reject_always'],
} as const satisfies Readonly<Record<string, readonly PermissionOptionKind[]>>

/** When the agent offers no option for this answer, the response is VOID. */
function answerTo(options: readonly PermissionOption[], answer: Answer): RequestPermissionResponse {
  const chosen = ANSWERS[answer]
    .map((wanted) => options.find(({ kind }) => kind === wanted))
    .find((option) => option !== undefined)
  if (chosen === undefined) return VOID
  return { outcome: { outcome: 'selected', optionId: chosen.optionId } }
}

/** The answer to a request when its turn was cancelled, or when the agent no longer waits for an answer. */
const VOID: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }

/**
 * Modes of the agents that we know. The first mode that an agent offers is set, so that the agent asks us for
 * permission, and has no more freedom than the settings give it.
 */
export const MODES: Readonly<Record<AcpPermissionLevel, readonly string[]>> = {
  all: ['bypassPermissions', 'agent-full-access', 'yolo'],
  // In its usual mode codex-acp lets a model of its own decide, which costs tokens, and it refuses our tools.
  work: ['workspace-write'],
  // In every mode but read-only, codex-acp changes files without asking.
  ask: ['read-only', 'default'],
  none: ['read-only', 'default'],
}
