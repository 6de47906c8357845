/** What the drivers of agents that are spoken to while they work have in common. */
import type { AgentSettings } from '../core/agent/agent-settings.ts'
import type { RunId } from '../core/value/ids.ts'
import type { Tokens } from '../core/agent/usage.ts'

/** Output that an agent prints within this many milliseconds is written into its transcript in one go. */
export const WRITTEN_TOGETHER = 100

export interface SpokenAgentOptions {
  /** The `.conductor` folder, absolute. */
  readonly home: string
  readonly run: RunId
  /** null: no agent has this name. */
  readonly settingsOf: (agent: string | null) => AgentSettings | null
  /** The environment of Conductor itself; an agent gets the variables of it that are listed for that agent. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly transcriptBytes: number
  /** The MCP server with which an agent reports, asks, and adds tasks; null: agents get no such server. */
  readonly tools: { readonly command: string; readonly arguments: readonly string[] } | null
  /** What tokens cost when the agent does not report a cost; null: the price of this model is unknown. */
  readonly priceOf: (model: string | null, usage: Tokens) => number | null
}
