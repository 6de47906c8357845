/** How an agent is started and spoken to. */
export interface AgentSettings {
  /** command: any program that reads the prompt from its standard input. */
  readonly driver: 'command' | 'claude' | 'acp'
  /** The program and its first arguments; of `command`: one line for the shell. */
  readonly command: readonly string[]
  readonly model: string | null
  readonly arguments: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Environment variables the agent gets besides the usual ones; "NAME" or "BEGINNING*". */
  readonly pass: readonly string[]
  /** work: files and commands without asking. ask: every change needs permission. all: nothing needs permission. */
  readonly permissions: 'work' | 'ask' | 'all'
}
