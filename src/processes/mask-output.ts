/** Masks the output of programs: what looks like a secret, and the secrets that we know ourselves. */
import { maskSecrets, secretMask, secretValues } from '../core/text/secrets.ts'

/** Values that are secrets, whatever they look like. */
const knownSecrets = new Set<string>()
let anyKnownSecret: RegExp | null = null

/**
 * Learns the secrets in the environment of a process that is started, including the variables that were
 * added for it.
 */
export function learnSecrets(environment: Readonly<Record<string, string | undefined>>): void {
  const before = knownSecrets.size
  for (const value of secretValues(environment)) knownSecrets.add(value)
  if (knownSecrets.size > before)
    anyKnownSecret = new RegExp([...knownSecrets].sort(longestFirst).map(escaped).join('|'), 'g')
}

export const maskOutput = (text: string): string => maskSecrets(withoutKnown(text))

/** A mask for output that comes in pieces. */
export function outputMask(): (piece: string) => string {
  const mask = secretMask()
  return (piece) => mask(withoutKnown(piece))
}

const withoutKnown = (text: string): string =>
  anyKnownSecret === null ? text : text.replace(anyKnownSecret, '********')

/** The longest first, because one secret may begin like another. */
const longestFirst = (a: string, b: string): number => b.length - a.length

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

learnSecrets(process.env)
