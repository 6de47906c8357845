/** What costs can be added up by. */
export const COSTS_BY = ['task', 'agent', 'model', 'day'] as const
export type CostsBy = (typeof COSTS_BY)[number]
