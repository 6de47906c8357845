/** The models that plan: the one that does when `planning.model` names none, and short names for the API. */

/** Of the Sonnet family: it thinks well enough for a plan, and costs half of what the next larger one does. */
export const DEFAULT_API_MODEL = 'claude-sonnet-5-5'

// `claude` uses the model that its user has chosen there, and any other agent its own.

/** `claude` understands these names itself; the API does not. */
const NEWEST: Readonly<Record<string, string>> = {
  opus: 'claude-opus-5-5',
  sonnet: DEFAULT_API_MODEL,
  haiku: 'claude-haiku-5-5',
}

export const apiModel = (named: string | null): string =>
  named === null ? DEFAULT_API_MODEL : (NEWEST[named.toLowerCase()] ?? named)
