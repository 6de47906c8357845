/** What programs print, without what looks like a secret, and without those that we know ourselves. */
import { maskSecrets, secretMask, secretValues } from '../core/text/secrets.ts'

/** Whoever prints one of these has printed a secret, whatever it looks like. */
const known = new Set<string>()
let anyKnown: RegExp | null = null

/** The environment of something that is started, with what was put into it for its sake. */
export function learnSecrets(environment: Readonly<Record<string, string | undefined>>): void {
  const before = known.size
  for (const value of secretValues(environment)) known.add(value)
  if (known.size > before)
    anyKnown = new RegExp([...known].sort(longestFirst).map(escaped).join('|'), 'g')
}

export const maskOutput = (text: string): string => maskSecrets(withoutKnown(text))

/** For output that comes in pieces. */
export function outputMask(): (piece: string) => string {
  const mask = secretMask()
  return (piece) => mask(withoutKnown(piece))
}

const withoutKnown = (text: string): string =>
  anyKnown === null ? text : text.replace(anyKnown, '********')

/** One may begin like another. */
const longestFirst = (a: string, b: string): number => b.length - a.length

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

learnSecrets(process.env)
