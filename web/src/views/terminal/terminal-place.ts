/** Names the worktree that a terminal is opened in. */
export interface TerminalPlace {
  readonly run: string
  readonly task: string
}
