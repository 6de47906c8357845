/** Settings that are read and kept, but that nothing carries out in this version. Said, never hidden. */

const KEPT = /^(parallelization_|mcp\.|auth\.)/

export const NOT_CARRIED_OUT = 'not carried out in this version'

export const isNotYet = (key: string): boolean => KEPT.test(key)
