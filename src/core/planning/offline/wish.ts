/** One thing that a sentence asks for, and what it is called. */
import { cleanLine, cutText } from '../check/draft-text.ts'
import { isLeftOpen } from '../flags/flag-task.ts'
import { capitalised, withoutRole } from './said-about.ts'
import { isLabelled, isQuestion, NEXT, SUBJECT } from './sentence-kinds.ts'

export interface Wish {
  readonly name: string
  /** The sentence it comes from. */
  readonly text: string
  /** The words of the sentence that are about it alone. */
  readonly own: string
  /** This wish comes after the previous one ("then", "after that"). */
  readonly isNext: boolean
}

export const wish = (part: string, text: string, isNext = false): Wish => ({
  name: nameOf(part),
  text,
  own: part,
  isNext: isNext || NEXT.test(part) || /\b(?:afterwards|after that)$/i.test(part),
})

const THERE_IS =
  /^there (?:is|are|(?:(?:also )?(?:must|should|shall|will|has to|have to|needs? to|can) (?:also )?be)) /i

/** "Players choose a nickname" says who does it; without them it would be ours to choose. */
const PEOPLE_DO =
  /^(?:(?:the|all|every|each|registered|an?) )*(?:users?|customers?|visitors?|people|admins?|administrators?|players?|members?|authors?|teachers?|students?|managers?|staff|guests?|owners?|editors?) (?!(?:also )?(?:can|could|should|must|shall|may|will|needs?|has|have|wants?|would|is|are)\b)/i

const LONGEST_NAME = 70

const nameOf = (part: string): string => {
  if (isQuestion(part)) return capitalised(cutText(cleanLine(part), LONGEST_NAME))
  const deed = withoutRole(
    cleanLine(part.replace(NEXT, '').replace(/,?\s+(?:afterwards|after that|finally)$/i, '')),
  )
    .replace(THERE_IS, '')
    .replace(/^(?:at some point|some ?day|one day|eventually),? (?=\S)/i, '')
  const bare = (PEOPLE_DO.test(deed) ? deed : deed.replace(SUBJECT, '')).replace(
    /^(?:and|or|also|with|plus|a|an|the|some|to)\s+/i,
    '',
  )
  const name = bare === '' ? cleanLine(part) : bare
  const words = isLabelled(name) && isLeftOpen(name) ? name.slice(0, name.indexOf(':')) : name
  return capitalised(cutText(words.replace(/[\s,:;.!–-]+$/, ''), LONGEST_NAME))
}
