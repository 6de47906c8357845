/** Words that no text for people contains, with the word to use instead: on the page, in the terminal and in the documents. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const WORDS: readonly (readonly [not: RegExp, use: string])[] = [
  [/\b(?:for|asks?|needs?|gives?|without|has) leave\b/i, 'permission'],
  [/\b(?:needs|waits for|without) your word\b/i, 'approval'],
  [
    /\bg[ai]ve[sn]? (?:it|them|this|that|the \w+) up\b|\b(?:given|give|gave) up (?:a|the|on|\$|")/i,
    'cancel',
  ],
  [/\bhow (?:it|a task|a batch|a run|each|everything|things) stands?\b/i, 'status'],
  [/\b(?:has|have) spent (?:its|their) budget\b|\bbudget is spent\b/i, 'budget used up'],
  [/\b(?:dearest|costliest)\b/i, 'most expensive'],
  [/\bover, not everything landed\b/i, 'finished with failures'],
  [/\bretries the model\b/i, 'retrying model call (1/3)'],
  [/\b(?:needed by\b|title="Depends on")/i, 'Blocks, Blocked by'],
  [/(?:'|>)All of it(?:'|<)/, 'All tasks'],
  [/\bwhoever\b|\bnobody has said\b/i, 'the person or program that is meant'],
]

/** Text for people; a comment is for developers, and text for models is no interface. */
const FOLDERS = ['src', 'web/src', 'docs'] as const
const NOT_FOR_PEOPLE = /\.test\.tsx?$|\/prompts\/|\/REQUIREMENTS\.md$/

it.each(FOLDERS)('%s has only words that developers know', (folder) => {
  const found = textsIn(folder).flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, i) =>
        WORDS.filter(([not]) => not.test(line)).map(
          ([, use]) => `${file}:${i + 1}: say "${use}": ${line.trim()}`,
        ),
      ),
  )
  expect(found).toEqual([])
})

function textsIn(folder: string): readonly (readonly [file: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.(?:tsx?|md)$/.test(file) && !NOT_FOR_PEOPLE.test(file))
    .map((file) => [file, withoutComments(file, readFileSync(file, 'utf8'))])
}

const withoutComments = (file: string, text: string): string =>
  file.endsWith('.md')
    ? text
    : text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ''))
