/** Finds several deeds in one sentence: those that are joined, and steps that come one after another. */
import { isLeftOpen } from '../flags/flag-task.ts'
import { asDeed } from './list-in-sentence.ts'
import { IMPERATIVE, isLabelled, NEXT, SUBJECT } from './sentence-kinds.ts'
import { stageOf } from './stages.ts'
import { wish, type Wish } from './wish.ts'

/** Deeds that are joined in one sentence: "Rename the option, update the docs and release it". */
export function deedsIn(sentence: string): readonly Wish[] {
  const pieces = sentence.split(
    /(\s*;\s*|\s*,\s*(?:and\s+)?(?:then\s+)?|\s+and\s+then\s+|\s+then\s+|\s+and\s+)/i,
  )
  const deeds: string[] = []
  for (let at = 0; at < pieces.length; at += 2) {
    const part = pieces[at]!
    const isApart = /[,;]/.test(pieces[at - 1] ?? '')
    const bare = part.replace(NEXT, '').replace(SUBJECT, '')
    const isDeed = IMPERATIVE.test(bare) || (isApart && (ACTS_ON.test(bare) || isOpenTopic(part)))
    if (isDeed || deeds.length === 0) deeds.push(part)
    else deeds[deeds.length - 1] += `, ${part}`
  }
  const isOrdered = /\bthen\b|\bafterwards\b|\bafter that\b/i.test(sentence)
  return deeds.map((deed, i) => wish(deed, sentence, i > 0 && (isOrdered || changesIt(deed))))
}

/** "Add a list, and sort it": there is nothing to sort before. Tests and documents find their place anyway. */
const changesIt = (deed: string): boolean =>
  /^(?:and |also )*[a-z]+ (?:it|them)\b/i.test(deed) && stageOf(deed) === 'core'

/** "rate limit the login": a word or two that no list of verbs has, and what it is done to. */
const ACTS_ON =
  /^(?!(?:a|an|the|all|every|each|both|our|its|their|this|that|these|those|so|if|when|where|while|which|who|whose|with|without|for|to|from|in|on|of|at|by|as|like|including|but|or|not|only|even|using|after|before|because|since|unless|until|than|is|are|per|plus)\b)[a-z]{2,}(?:[- ](?!(?:on|in|of|to|for|with|from|at|by|as|and|or|is|are|that|which|into|over|under|per)\b)[a-z]+)? (?:the|an?|all|every|each|our|its|their) [\p{L}\p{N}]/u

const isOpenTopic = (part: string): boolean => isLabelled(part) && isLeftOpen(part)

/** "First we copy, then we switch, finally we clean up" */
export function stepsIn(sentence: string): readonly string[] {
  if (!/^first\b/i.test(sentence)) return []
  return sentence
    .replace(/^first(?:ly)?,?\s+/i, '')
    .split(/,?\s*(?:and\s+)?\b(?:then|finally|after that|afterwards|lastly)\b,?\s*/i)
    .filter((part) => /[\p{L}\p{N}]{2}/u.test(part))
}

/** "A tool that converts CSV to JSON": what it does, besides what it has. Of pages that is said by their features. */
export function deedOfTool(head: string): readonly string[] {
  const [, tool, does] = /^(.*?)\s(?:that|which)\s+(\S+s\s.*)$/i.exec(head) ?? []
  if (tool === undefined || does === undefined || !TOOL.test(tool) || NO_DEED.test(does)) return []
  return [asDeed(does.replace(/[\s,]+$/, ''))]
}

const TOOL =
  /\b(?:tool|program|script|cli|command|library|package|service|pipeline|bot|daemon|converter|compiler|parser|extension|plug-?in)$/i
const NO_DEED = /^(?:is|has|was|does|needs|uses|lets|allows|supports|this|runs)\b/i
