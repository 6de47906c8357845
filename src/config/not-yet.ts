/** Settings that are read and kept, but that nothing carries out in this version. Said, never hidden. */
import type { Settings } from './settings.ts'

/** Whoever sets one of these expects something to happen that does not. */
const EXPECTED = /^budget_usd$/

const KEPT =
  /^(ui\.(theme|show_splash|splash_duration)|default_repository|parallelization_|mcp\.|auth\.)/

export const NOT_CARRIED_OUT = 'not carried out in this version'

export const isNotYet = (key: string): boolean => EXPECTED.test(key) || KEPT.test(key)

/** What somebody has asked for in vain, with where they did. */
export const askedInVain = (settings: Settings): readonly string[] =>
  [...settings]
    .filter(([key, { origin }]) => EXPECTED.test(key) && origin !== 'default')
    .map(([key, { origin }]) => `${origin}  \`${key}\` is ${NOT_CARRIED_OUT}`)
