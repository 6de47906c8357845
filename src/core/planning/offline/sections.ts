/** The sections of a text, and what each is for: work to be done, or something to know about it. */
import type { Block, Item, Table } from './read-markdown.ts'
import { plainWords } from './said-about.ts'

type SectionRole = 'work' | 'goals' | 'context' | 'constraints' | 'acceptance' | 'out' | 'questions'

export interface Section {
  /** Empty: before the first heading. */
  readonly title: string
  readonly level: number
  readonly role: SectionRole
  /** The title of the section only says that work follows: "Features", "Tasks". */
  readonly isGeneric: boolean
  /** So does the title of the section around it. */
  readonly isWithinGeneric: boolean
  /** The titles of the sections around it, outermost first. */
  readonly within: readonly string[]
  readonly paragraphs: readonly string[]
  readonly items: readonly ItemTree[]
  readonly tables: readonly Table[]
  /** Whether sections of a deeper level follow inside it. */
  readonly hasInner: boolean
}

export interface ItemTree extends Item {
  readonly inner: readonly ItemTree[]
}

interface OpenSection {
  title: string
  level: number
  role: SectionRole
  within: readonly string[]
  paragraphs: string[]
  items: Item[]
  tables: Table[]
  hasInner: boolean
}

export function sectionsOf(blocks: readonly Block[]): readonly Section[] {
  const sections: OpenSection[] = [opened('', 0, 'work', [])]
  const path: OpenSection[] = []
  for (const block of blocks) {
    const current = sections.at(-1)!
    if (block.is === 'heading') sections.push(enter(block, path))
    else if (block.is === 'item') current.items.push(block)
    else if (block.is === 'table') current.tables.push(block)
    else current.paragraphs.push(block.text)
  }
  return sections.map(({ items, ...section }) => ({
    ...section,
    isGeneric: GENERIC.test(section.title),
    isWithinGeneric: GENERIC.test(section.within.at(-1) ?? 'none'),
    items: treeOf(items),
  }))
}

function enter(heading: { level: number; text: string }, path: OpenSection[]): OpenSection {
  while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop()
  const around = path.at(-1)
  if (around) around.hasInner = true
  const title = titleOf(heading.text)
  const section = opened(
    title,
    heading.level,
    roleOf(title, around),
    path.map((one) => one.title),
  )
  path.push(section)
  return section
}

const opened = (
  title: string,
  level: number,
  role: SectionRole,
  within: readonly string[],
): OpenSection => ({
  title,
  level,
  role,
  within,
  paragraphs: [],
  items: [],
  tables: [],
  hasInner: false,
})

/** Without numbers in front: "2.1 Search" is "Search". */
const titleOf = (text: string): string =>
  plainWords(text)
    .replace(/^(?:\d+(?:\.\d+)*[.)]?|[IVX]+\.)\s+(?=\S)/, '')
    .replace(
      /^(?:epic|feature|user story|story|rfc|adr|proposal|thema)\s*#?\d*\s*[:–-]\s+(?=\S)/i,
      '',
    )
    .replace(/[:\s]+$/, '')

const is = (words: string): RegExp => new RegExp(`^(?:the )?(?:${words})$`, 'i')

const ROLES: readonly (readonly [SectionRole, RegExp])[] = [
  ['goals', is('(?:project )?(?:goals?|objectives?|vision|aims?)|ziele?|zielsetzung')],
  [
    'context',
    is(
      'background|context|intro(?:duction)?|overview|about(?: .*)?|motivation|(?:executive )?summary|abstract|why(?: .*)?|problem(?: statement)?|glossary|terminology|definitions?|references?|links?|resources|appendix.*|personas?|user roles|actors|(?:target )?(?:users?|audience)|stakeholders?|team|contacts?|history|license|status|tl;?dr|(?:table of )?contents|current (?:state|situation|behaviou?r)|assumptions?|example|examples|steps to reproduce|environment|what exists(?: already)?|describe the bug|bug description|to reproduce|reproduction|expected behaviou?r|actual behaviou?r|screenshots?|logs?|additional context|description|system information|versions?|existing .*|timeline|schedule|budget|drawbacks?|alternatives?(?: considered)?|considered alternatives|prior art|rationale|trade-?offs?|faq|hintergrund|einleitung|ausgangslage|überblick|glossar|motivation und .*',
    ),
  ],
  [
    'constraints',
    is(
      'constraints?|(?:general |technical )?non-?functional(?: requirements?)?|quality(?: attributes?| requirements?)?|technical(?: (?:constraints?|requirements?|notes?|details?))?|platforms?|(?:tech(?:nology|nical)? )?stack|technolog(?:y|ies)|conventions?|guidelines?|(?:ground )?rules|principles|style|notes?|hints?|limits|must hold|(?:technische )?(?:rahmenbedingungen|vorgaben|randbedingungen)|nicht-?funktionale anforderungen|hinweise?',
    ),
  ],
  [
    'out',
    is(
      "(?:explicit )?non-?goals?|(?:explicitly )?out[- ]of[- ]scope|not in scope|(?:what )?(?:we )?(?:won'?t|will not|do(?:es)? not|don'?t) (?:do|have|want|need|build|cover|include)(?: it)?|(?:what (?:is |it is )?)?not (?:now|included|planned|wanted|needed|required|covered|part of (?:this|it))|excluded|leave out|left out|limitations?|exclusions?|future(?: work| ideas)?|later|ideas(?: for later)?|anti-?goals?|done|completed|nicht (?:enthalten|gewünscht|im umfang|teil .*)|nicht-?ziele|(?:später|ausgeschlossen|abgrenzung)",
    ),
  ],
  [
    'acceptance',
    is(
      'acceptance(?: criteria| tests?)?|definition of done|done when|success (?:criteria|metrics)|verification|how to (?:test|verify)|test plan|it is done when|quality bar|success|(?:abnahme|akzeptanz)kriterien|fertig,? wenn',
    ),
  ],
  [
    'questions',
    is(
      '(?:open )?(?:questions?|issues to (?:decide|discuss))|unknowns?|to be (?:decided|clarified|discussed)|risks?(?: and .*)?|unresolved(?: .*)?|decisions? (?:needed|to make)|tbd|offene (?:fragen|punkte)|(?:zu klären|risiken)',
    ),
  ],
]

const GENERIC = is(
  '(?:core |main |key |new |product )?(?:features?|functionality|capabilities)|(?:functional |user |product |business )?requirements?|(?:open |remaining |the )?(?:tasks?|work)(?: list| items?| packages?| breakdown)?|to[- ]?dos?(?: list)?|(?:in )?scope|mvp(?: .*)?|(?:user )?stor(?:y|ies)|deliverables?|roadmap|(?:product )?backlog|items|(?:implementation |work |project |action |rollout |migration |release )?plan|implementation|what (?:to do|we (?:want|need)|is (?:wanted|needed))|(?:must|should|could|nice)[- ](?:to[- ])?haves?|(?:open )?issues?(?: list)?|milestones?|steps?|phases?|(?:phase|milestone|sprint|week|step|stage|part|iteration)s? \\d+.*|checklist|changes|components?|modules?|services?|epics?|specification|spec|details?|usage|commands?|sections?|chapters?|pages?|screens?|endpoints?|(?:detailed |proposed )?(?:design|solution|changes?)|proposal|approach|(?:funktionale )?anforderungen|funktionen|funktionsumfang|aufgaben|umfang|(?:die )?schritte|v?\\d+(?:\\.\\d+)*|',
)

/**
 * What stands inside a section has the same purpose, unless its own title says otherwise. Among features "History" is
 * one of them.
 */
function roleOf(title: string, around: OpenSection | undefined): SectionRole {
  const own = ROLES.find(([, words]) => words.test(title))?.[0]
  const isAmongWork = around?.role === 'work' && around.title !== '' && GENERIC.test(around.title)
  if (own === undefined || (isAmongWork && (own === 'context' || own === 'goals')))
    return around?.role ?? 'work'
  return own
}

function treeOf(items: readonly Item[]): readonly ItemTree[] {
  const roots: ItemTree[] = []
  const path: { item: ItemTree; inner: ItemTree[] }[] = []
  for (const item of items) {
    const inner: ItemTree[] = []
    const tree: ItemTree = { ...item, inner }
    path.length = Math.min(path.length, item.depth)
    const around = path.at(-1)
    if (around) around.inner.push(tree)
    else roots.push(tree)
    path.push({ item: tree, inner })
  }
  return roots
}
