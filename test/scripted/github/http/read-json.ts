/** Reads the JSON of a request, or refuses it in GitHub's words. */
import { Refused } from './refused.ts'

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw problemsParsing()
  }
}

export const problemsParsing = (): Refused => new Refused(400, { message: 'Problems parsing JSON' })
