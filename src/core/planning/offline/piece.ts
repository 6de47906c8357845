/** A task in the making: what is to be done and where it belongs, before ids and texts are given. */
import type { Priority } from '../../plan/plan.ts'
import { SIZES, type Size } from '../check/draft-estimate.ts'
import type { Wanted } from './read-spec.ts'
import { domainFor, stageOf, type Stage } from './stages.ts'

export interface Piece {
  readonly name: string
  /** What the agent is told to do, in one or two sentences. */
  readonly goal: string
  /** What the requirements say about it; null: we have added it ourselves. */
  readonly wanted: Wanted | null
  readonly stage: Stage
  readonly domain: string
  /** What it shares with other pieces: a feature or a section. */
  readonly topic: string | null
  readonly seconds: number
  readonly priority: Priority
  /** Places of pieces that come before it. */
  readonly after: readonly number[]
}

const STAGE_PRIORITY: Partial<Record<Stage, Priority>> = { setup: 2, data: 2, docs: 4 }

/** Something that is wanted, as one piece. */
export function pieceOf(wanted: Wanted, change: Partial<Piece> = {}): Piece {
  const stage = change.stage ?? stageOf(wanted.name)
  return {
    name: wanted.name,
    goal: `${wanted.name}.`,
    wanted,
    stage,
    domain: domainFor(change.name ?? wanted.name, wanted.own, stage),
    topic: wanted.section,
    seconds: wanted.estimateSeconds ?? SIZES[sizeOf(wanted)],
    priority: wanted.priority ?? STAGE_PRIORITY[stage] ?? 3,
    after: [],
    ...change,
  }
}

/** Something that the requirements do not name, but that their parts need. */
export const addedPiece = (
  said: Pick<Piece, 'name' | 'goal' | 'domain' | 'stage'> & Partial<Piece>,
): Piece => ({
  wanted: null,
  topic: null,
  seconds: SIZES.medium,
  priority: STAGE_PRIORITY[said.stage] ?? 3,
  after: [],
  ...said,
})

const LARGE_WORK =
  /\b(?:rewrite|migrate|engine|parser|compiler|editor|real-?time|distributed|encryption|offline|sync(?:hroni[sz]ation)?|payments?|checkout|search engine|scheduler|multi-?tenant|internationali[sz]ation)\b/i
const SMALL_WORK =
  /^(?:(?:fix )?(?:a |the )?typo|rename|bump|update (?:the )?(?:readme|changelog|docs?|version|link)|remove|delete|add (?:a |an |the )?(?:link|badge|icon|log line|comment|test for)|change (?:the )?(?:colou?r|text|label|title))\b/i

/** More words and more points are more work. */
function sizeOf({ name, own, details }: Wanted): Size {
  if (SMALL_WORK.test(name)) return 'small'
  const words = own.split(/\s+/).length
  const weight = words / 40 + details.length / 3 + (LARGE_WORK.test(name) ? 1.5 : 0)
  if (weight < 1.6) return 'medium'
  return weight < 4 ? 'large' : 'huge'
}

/** A wish without anything else that a list could say about it. text: the sentence it comes from. */
export const wantedFrom = (name: string, text: string, own = text): Wanted => ({
  name,
  text,
  own,
  details: [],
  key: null,
  issue: null,
  priority: null,
  estimateSeconds: null,
  after: [],
  before: [],
  section: null,
  number: null,
  isTask: false,
  isStep: false,
  phase: 0,
})
