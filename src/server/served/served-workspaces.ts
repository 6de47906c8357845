/** The workspaces that the server shows, and the orderings that it suggests for them. */
import type { Suggested, SuggestionAsked } from '../../core/ordering/suggested.ts'
import type { SuggestionUse, UseEntry } from '../../core/ordering/suggestion-use.ts'
import type { MarkChange } from '../../core/workspace/marks.ts'
import type { Tracker } from '../../core/workspace/tracker.ts'

/** The workspaces of this repository, or of all repositories that this server serves. */
export interface ServedTracker {
  /** Cheap enough to call every few seconds. refreshCi: asks the forge again, whatever is known already. */
  read(options?: { readonly refreshCi: boolean }): Promise<Tracker>
  /** Records what a person knows about a workspace, or takes that back. */
  mark(repository: string, change: MarkChange): Promise<MarkReply>
}

export type MarkReply =
  /** isNew: false: it was recorded before, or there was nothing to take back. */
  | { readonly ok: true; readonly isNew: boolean }
  | {
      readonly ok: false
      /** hindered: by the machine, for example because the disk is full. */
      readonly is: 'unknown' | 'refused' | 'hindered'
      readonly message: string
      readonly hint: string | null
    }

/** Orderings of workspaces, by rules and by Claude. */
export interface ServedSuggestions {
  standing(): Promise<SuggestionStanding>
  suggest(asked: SuggestionAsked): Promise<Suggested>
  readonly use: KeptUse
}

/** As the settings and this machine are now. */
export interface SuggestionStanding {
  readonly enabled: boolean
  readonly can_ask_claude: boolean
  /** Why Claude cannot be asked; null: it can. */
  readonly because: string | null
  /** null: Claude Code chooses. */
  readonly model: string | null
  readonly cache_ttl_seconds: number
}

/** How suggestions were used ever since this repository was first served. */
export interface KeptUse {
  all(): SuggestionUse
  /** May throw, for example when the disk is full. */
  add(entry: UseEntry): void
}
