/** The models that plan when `planning.model` names none. */

/** Of the Sonnet family: it thinks well enough for a plan, and costs a fraction of the larger ones. */
export const DEFAULT_API_MODEL = 'claude-sonnet-5-5'

// `claude` uses the model that its user has chosen there, and any other agent its own.
