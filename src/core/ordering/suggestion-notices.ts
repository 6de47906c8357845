/** What programs and people are told when there are no orderings, or none of Claude's. */

export interface SuggestionNotice {
  /** The sentence for people. */
  readonly text: string
  /** The status of the answer if only Claude was asked. */
  readonly status: 200 | 429 | 500 | 502 | 503 | 504
}

export const SUGGESTION_NOTICES = {
  no_workspaces: { text: 'Add workspaces to see parallelization suggestions', status: 200 },
  single_workspace: { text: 'Only one workspace - no parallelization needed', status: 200 },
  nothing_to_order: { text: 'Everything is merged - there is nothing left to order', status: 200 },
  claude_timeout: { text: 'Suggestion service unavailable, try again', status: 504 },
  rate_limited: { text: 'Too many requests, please wait 60s', status: 429 },
  offline: { text: 'Check internet connection', status: 503 },
  malformed_response: { text: 'The answer of Claude could not be read, try again', status: 502 },
  claude_api_error: { text: 'Claude could not answer', status: 502 },
  configuration_error: { text: 'Claude cannot be asked here', status: 500 },
} as const satisfies Readonly<Record<string, SuggestionNotice>>

export type NoticeWord = keyof typeof SUGGESTION_NOTICES

/** Where the words alone do not say what to do, what Claude or its server said follows. */
export function sayNotice(word: NoticeWord, says: string | null): string {
  const { text } = SUGGESTION_NOTICES[word]
  return says !== null && WITH_CAUSE.has(word) ? `${text}: ${says}` : text
}

const WITH_CAUSE: ReadonlySet<NoticeWord> = new Set(['claude_api_error', 'configuration_error'])

/** Seconds. */
export const USUAL_RETRY_AFTER = 60
