/** Why a file is foreseen, in words for people. */
import { oneLineOf } from '../../text/plain-text.ts'
import type { Evidence } from '../../foresight/evidence.ts'

export function sayEvidence(evidence: Evidence): string {
  switch (evidence.is) {
    case 'named':
      return `the text names ${evidence.text}`
    case 'declared':
      return 'the task declares it'
    case 'model':
      return SAID_BY_MODEL[evidence.chance]
    case 'similar-commits':
      return saySimilar(evidence)
    case 'words-in-path':
      return `${sayWords(evidence.words)} in its path`
    case 'words-in-content':
      return `${sayWords(evidence.words)} in its code`
    case 'names-in-content':
      return `it contains ${quoted(evidence.names)}`
    case 'scope':
      return `${percent(evidence.share)} of the commits "${evidence.scope}: ..." change it`
    case 'test-of':
      return `it tests ${oneLineOf(evidence.path)}`
    case 'often-changed':
      return `${percent(evidence.share)} of the newer commits change it`
  }
}

const SAID_BY_MODEL = {
  sure: 'the model is sure that it changes',
  likely: 'the model thinks that it probably changes',
  possible: 'the model thinks that it may change',
} as const

function saySimilar({ count, commit, subject }: Extract<Evidence, { is: 'similar-commits' }>) {
  const which = `${commit.slice(0, 7)} "${shortened(oneLineOf(subject))}"`
  return count === 1
    ? `similar to an earlier commit, ${which}`
    : `similar to ${count} earlier commits, for example ${which}`
}

const sayWords = (words: readonly string[]): string =>
  words.length === 1 ? `the word ${quoted(words)} is` : `the words ${quoted(words)} are`

const quoted = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ')

const percent = (share: number): string => `${Math.round(share * 100)} %`

const LONGEST = 60

const shortened = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3).trimEnd()}...`
