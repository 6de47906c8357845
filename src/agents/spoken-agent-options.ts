/** What the drivers of agents that are spoken to while they work have in common. */
import type { AgentSettings } from '../core/agent/agent-settings.ts'
import type { RunId } from '../core/value/ids.ts'
import type { Tokens } from '../core/agent/usage.ts'

/** What an agent says within so many milliseconds is written into its transcript at once. */
export const WRITTEN_TOGETHER = 100

export interface SpokenAgentOptions {
  /** The `.conductor` folder, absolute. */
  readonly home: string
  readonly run: RunId
  /** null: there is no such agent. */
  readonly settingsOf: (agent: string | null) => AgentSettings | null
  /** Our own environment, of which an agent gets what is listed for it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly transcriptBytes: number
  /** The MCP server with which an agent reports, asks, and adds tasks; null: it has none. */
  readonly tools: { readonly command: string; readonly arguments: readonly string[] } | null
  /** What tokens cost where the agent does not say; null: nobody knows the price of this model. */
  readonly priceOf: (model: string | null, usage: Tokens) => number | null
}
