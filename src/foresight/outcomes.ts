/** What attempts at tasks really changed, kept until their commits are part of the history. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome } from '../core/foresight/foresight.ts'

export interface KeptOutcome extends Outcome {
  /** Commits that hold the work; empty: none. */
  readonly commits: readonly string[]
}

export function addOutcome(file: string, outcome: KeptOutcome): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  appendFileSync(file, `${JSON.stringify(outcome)}\n`, { mode: 0o600 })
}

/** Lines that cannot be read are left out: a crash may have cut the last one. */
export function readOutcomes(file: string): readonly KeptOutcome[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    try {
      const read: unknown = JSON.parse(line)
      return isOutcome(read) ? [read] : []
    } catch {
      return []
    }
  })
}

function isOutcome(value: unknown): value is KeptOutcome {
  const { subject, body, files, commits } = (value ?? {}) as Partial<KeptOutcome>
  return (
    typeof subject === 'string' && typeof body === 'string' && isTexts(files) && isTexts(commits)
  )
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
