/** What some sections are for is seen only beside the others. */
import { plainWords } from './said-about.ts'
import type { ItemTree, Section } from './sections.ts'
import { DOES, IMPERATIVE, MODAL } from './sentence-kinds.ts'

export const asMeant = (sections: readonly Section[]): readonly Section[] =>
  sections.map((section) => {
    if (isAboutAll(section, sections)) return { ...section, role: 'constraints' }
    if (isCalendar(section, sections)) return { ...section, role: 'context' }
    return section.level <= 1 ? withoutMetadata(section) : section
  })

/** Below a list of features, "Requirements" says how they are to be: "Errors go to stderr", "A single binary". */
function isAboutAll(section: Section, all: readonly Section[]): boolean {
  return (
    section.role === 'work' &&
    /^(?:other |further |general )?requirements?$/i.test(section.title) &&
    section.items.length > 0 &&
    section.items.every(isStatement) &&
    hasOtherWork(section, all)
  )
}

/** Beside the work itself, milestones say when it is to be done. */
const isCalendar = (section: Section, all: readonly Section[]): boolean =>
  section.role === 'work' &&
  /^(?:milestones?|release (?:plan|schedule))$/i.test(section.title) &&
  section.items.every(({ isChecked, inner }) => isChecked === null && inner.length === 0) &&
  hasOtherWork(section, all)

const hasOtherWork = (section: Section, all: readonly Section[]): boolean =>
  all.some((other) => other !== section && other.role === 'work' && other.items.length > 1)

const isStatement = ({ text, isChecked }: ItemTree): boolean => {
  const said = plainWords(text)
  return (
    isChecked === null && ![IMPERATIVE, MODAL, DOES, /^as an? /i].some((words) => words.test(said))
  )
}

/** "Status: draft", "Authors: Jane" stand at the top of a document and ask for nothing. */
const withoutMetadata = (section: Section): Section => ({
  ...section,
  items: section.items.filter(({ text }) => !METADATA.test(plainWords(text))),
  paragraphs: section.paragraphs
    .map((text) => (METADATA.test(plainWords(text)) ? linesBeside(text) : text))
    .filter((text) => text !== ''),
})

const linesBeside = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !METADATA.test(plainWords(line)))
    .join('\n')

const METADATA =
  /^(?:status|authors?|created|(?:last )?updated|date|start date|version|owners?|reviewers?|approvers?|champions?|supersedes|(?:rfc |tracking |related )?(?:pr|issue|ticket)s?|feature name|target release)\s*:\s/i
