/** The model of the API that suggests orderings when `parallelization_model` names none: a balance of speed, cost and quality. */
export const SUGGESTION_MODEL = 'claude-sonnet-4-20250514'
