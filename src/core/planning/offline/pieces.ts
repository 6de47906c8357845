/** Divides requirements into pieces: the tasks that a list names, or the parts of what is to be made. */
import { cutText } from '../check/draft-text.ts'
import type { RepositoryFacts } from '../plan-draft.ts'
import { ARCHETYPES, subjectOf, usualName } from './features.ts'
import {
  KINDS,
  MIGRATION,
  ON_DEVICE,
  OTHER_KIND,
  TINY,
  WEB_APP,
  WITH_SERVER,
  WITHOUT_PAGES,
  type Kind,
} from './kinds.ts'
import { addedPiece, pieceOf, wantedFrom, type Piece } from './piece.ts'
import { readBeside, readProse, type Prose } from './prose.ts'
import type { Spec, Wanted } from './read-spec.ts'
import { capitalised, plainWords } from './said-about.ts'
import { splitByComponent } from './split-by-component.ts'
import { webAppPieces } from './web-app.ts'

export interface Division {
  readonly pieces: readonly Piece[]
  readonly features: readonly string[]
  /** What is being made: "a web app", "a list of tasks". */
  readonly called: string
  /** Only what the text says about order counts: issues are independent unless they say otherwise. */
  readonly isLoose: boolean
  readonly unknowns: readonly string[]
  /** What the sentences say about how all of it is to be done. */
  readonly constraints: readonly string[]
  /** Sentences that no task has. */
  readonly left?: readonly string[]
}

export interface Asked {
  readonly requirements: string
  readonly agents: number
}

export function divide(
  spec: Spec,
  facts: RepositoryFacts,
  { requirements, agents }: Asked,
): Division {
  const listed = spec.wanted
  if (listed.length >= 2) return fromList(spec, facts, agents)
  const prose = [spec.title, ...listed.map(({ text }) => text), spec.prose]
    .filter((text) => text !== null && text !== '')
    .join('.\n\n')
  return fromProse(prose === '' ? requirements : prose, facts, { requirements, agents })
}

const MOST_HEAD = 4000

function fromList(spec: Spec, facts: RepositoryFacts, agents: number): Division {
  const { wanted } = spec
  const head = [spec.title ?? '', spec.prose].join(' ').slice(0, MOST_HEAD)
  const features = wanted.map(({ name }) => name)
  const tasks = wanted.filter(({ isTask }) => isTask).length
  const beside = besideList(spec)
  const isLoose = isListOfIssues(spec)
  if (tasks * 2 >= wanted.length || !facts.isEmpty) {
    const pieces = splitAll(wanted, facts)
    return {
      pieces,
      features,
      called: isLoose ? 'a list of issues' : 'a list of tasks',
      isLoose,
      unknowns: [],
      ...beside,
    }
  }
  const kind = kindOf(head)
  const isWeb = isWebApp(head, kind, [head, ...wanted.map(({ own }) => own)].join('\n'))
  if (isOfExisting(head) || (!isWeb && areChanges(wanted))) {
    const pieces = splitAll(wanted, facts)
    return { pieces, features, called: 'a list of tasks', isLoose, unknowns: [], ...beside }
  }
  if (isWeb) {
    const app = { features: named(wanted), agents, hasPages: !WITHOUT_PAGES.test(head) }
    return {
      pieces: webAppPieces(app),
      features,
      called: 'a product with pages',
      isLoose,
      unknowns: [],
      ...beside,
    }
  }
  const pieces = wanted.length < 3 ? wanted.map((one) => pieceOf(one)) : around(wanted, kind)
  return { pieces, features, called: kind.called, isLoose, unknowns: [], ...beside }
}

/** Without what a task has in its own text, and without the sentence that names the whole. */
function besideList({ prose, wanted, title }: Spec): Pick<Division, 'constraints' | 'left'> {
  const texts = wanted.map(({ text }) => plainWords(text))
  const whole = title === null ? plainWords(prose.split(/\n{2,}/)[0] ?? '') : ''
  return readBeside(prose, (sentence) => [whole, ...texts].some((text) => text.includes(sentence)))
}

/** They came one by one, and each can be taken up by itself. */
const isListOfIssues = ({ wanted, title }: Spec): boolean =>
  wanted.every(({ issue, section }) => issue !== null || ISSUES.test(section ?? title ?? ''))

const ISSUES = /\b(?:bugs?|defects?|regressions?|known (?:issues|problems))\b/i

/** Most of them say what to do with something that exists. */
const areChanges = (wanted: readonly { readonly name: string }[]): boolean =>
  wanted.length > 0 &&
  wanted.filter(({ name }) => CHANGE.test(name) || /^(?:write|test|set up|document)\b/i.test(name))
    .length *
    2 >=
    wanted.length

/** Its code is elsewhere, or not here yet: "features for v2 of our app", "Replace polling with events". */
const isOfExisting = (head: string): boolean => CHANGE.test(head) || EXISTING.test(head)

const EXISTING =
  /\b(?:our|the) (?:existing |current )?(?:(?:mobile|web|desktop|android|ios) )?(?:app|application|site|website|code ?base|product|repository|monolith|backend|frontend)\b|\bv(?:ersion )?[2-9](?:\.\d+)? of\b/i

/** The places in a split wish count from its own first part. */
function splitAll(wanted: readonly Wanted[], facts: RepositoryFacts): readonly Piece[] {
  const pieces: Piece[] = []
  for (const one of wanted) {
    const start = pieces.length
    const own = splitByComponent(one, facts)
    pieces.push(...own.map((piece) => ({ ...piece, after: piece.after.map((at) => at + start) })))
  }
  return pieces
}

/** What is named first is what is made: "a REST API for a library" is a service. */
function kindOf(head: string): Kind {
  const matches = KINDS.map((kind) => ({ kind, at: head.search(kind.words) })).filter(
    ({ at }) => at >= 0,
  )
  return matches.toSorted((a, b) => a.at - b.at)[0]?.kind ?? OTHER_KIND
}

const isWebApp = (head: string, kind: Kind, text: string): boolean =>
  WEB_APP.test(head) &&
  (kind.called !== ON_DEVICE || WITH_SERVER.test(text)) &&
  !['a document', 'a data pipeline', 'infrastructure', 'a command-line tool', 'a game'].includes(
    kind.called,
  )

/** What comes first and last for such a project, unless the list has it already. */
function around(wanted: readonly Wanted[], kind: Kind): readonly Piece[] {
  const parts = wanted.map((one) => withDomain(pieceOf(one), kind))
  const hasFirst = parts.some(
    ({ stage }) => stage === 'setup' || (stage === 'data' && kind.domain === 'backend'),
  )
  const hasLast = parts.some(({ stage }) => stage === 'test' || stage === 'join')
  const first =
    hasFirst || kind.first === null ? [] : [addedPiece({ ...kind.first, stage: 'setup' })]
  const shift = first.length
  const shifted = parts.map((piece, i) => ({
    ...piece,
    after: [...first.keys(), ...(kind.isChain && i > 0 ? [i - 1 + shift] : [])],
  }))
  const places = (isWanted: (piece: Piece) => boolean): readonly number[] =>
    shifted.flatMap((piece, i) => (isWanted(piece) ? [i + shift] : []))
  const made = places(({ stage }) => stage !== 'release')
  const last =
    hasLast || kind.last === null || made.length === 0
      ? []
      : [addedPiece({ ...kind.last, stage: 'join', after: made })]
  const all = [...first, ...shifted, ...last]
  const before = last.length > 0 ? [all.length - 1] : made
  return all.map((piece) => (piece.stage === 'release' ? { ...piece, after: before } : piece))
}

const withDomain = (piece: Piece, kind: Kind): Piece =>
  piece.domain === 'general' ? { ...piece, domain: kind.domain } : piece

function fromProse(
  text: string,
  facts: RepositoryFacts,
  { requirements, agents }: Asked,
): Division {
  const prose = readProse(text)
  const kind = kindOf(prose.head)
  // Where there is code, "write an archive page" is a change of it like any other.
  const isProduct = facts.isEmpty || kind !== OTHER_KIND || WEB_APP.test(prose.head)
  const isNew =
    (NEW.test(prose.head) && isProduct) ||
    (facts.isEmpty && !CHANGE.test(prose.head) && !areChanges(prose.wishes))
  if (TINY.test(prose.head) && prose.wishes.length <= 2)
    return single(fromWhole(text, requirements, facts), 'a small program')
  if (isMigration(prose, facts)) return withQuestions(migration(prose, text), prose)
  if (isNew && isWebApp(prose.head, kind, text) && !isPlainSite(prose))
    return withQuestions(webApp(text, prose, agents), prose)
  if (prose.wishes.length < 2)
    return single(fromWhole(text, requirements, facts), isNew ? kind.called : 'one change')
  return withQuestions(parts(prose, kind, isNew), prose)
}

const withQuestions = (division: Division, { questions }: Prose): Division => ({
  ...division,
  unknowns: [...division.unknowns, ...questions],
})

const NEW =
  /^(?:please )?(?:build|make (?:me |us )?an?|create|develop|write|design|start|new|we (?:want|need) (?:an?|to build)|i (?:want|need) (?:an?|to build)|an? )\b/i
const CHANGE =
  /^(?:please )?(?:add|allow|change|clean|convert|delete|drop|enable|ensure|extend|fix|get rid|improve|make(?! (?:me |us )?an? )|migrate|move|optimi[sz]e|port|refactor|remove|rename|replace|rewrite|simplify|speed up|split|support|switch|update|upgrade|use)\b/i

/** A few pages about something, without anything that people do there. */
const isPlainSite = ({ head, wishes }: Prose): boolean =>
  wishes.length === 0 &&
  /\b(?:web ?site|site|homepage|portfolio)\b/i.test(head) &&
  subjectOf(head) === null &&
  !ARCHETYPES.some(({ words }) => words.test(head))

/** The prompt of a single task has everything that was said. */
function fromWhole(prose: string, requirements: string, facts: RepositoryFacts): readonly Piece[] {
  const wanted = wantedFrom(titleFrom(prose), requirements, prose)
  return facts.isEmpty ? [pieceOf(wanted)] : splitAll([wanted], facts)
}

const single = (pieces: readonly Piece[], called: string): Division => ({
  pieces,
  features: [pieces[0]!.wanted!.name],
  called,
  isLoose: false,
  unknowns: [],
  constraints: [],
})

const LONGEST_TITLE = 70

const titleFrom = (text: string): string => {
  const [first = ''] = text
    .trim()
    .slice(0, 300)
    .split(/\n|(?<=[^\d\s]{2})[.!?](?:\s|$)/)
  return capitalised(cutText(plainWords(first), LONGEST_TITLE)) || 'Do what is asked'
}

/** Two parts of something new are done one after the other, because both would have to create it. */
function parts(prose: Prose, kind: Kind, isNew: boolean): Division {
  const wanted = withoutTwins(
    prose.wishes.map(({ name, text, own, isNext }, i) => ({
      ...wantedFrom(name, text, own),
      isStep: isNext || (isNew && prose.wishes.length === 2 && i === 1),
    })),
  )
  const isLarge = isNew && wanted.length >= 3
  const pieces = isLarge
    ? around(wanted, kind)
    : wanted.map((one) => withDomain(pieceOf(one), kind))
  const called = isNew ? kind.called : 'several changes'
  return {
    pieces,
    features: wanted.map(({ name }) => name),
    called,
    isLoose: false,
    unknowns: [],
    constraints: prose.constraints,
    left: prose.left,
  }
}

/** The same feature may be named twice in different words. */
function withoutTwins(wanted: readonly Wanted[]): readonly Wanted[] {
  const named = wanted.map((one) => ({ ...one, name: usualName(one.name) }))
  return named.filter(
    ({ name }, i) =>
      named.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) === i,
  )
}

const named = withoutTwins

function webApp(text: string, prose: Prose, agents: number): Division {
  const archetype = ARCHETYPES.find(({ words }) => words.test(prose.head))
  const subject = subjectOf(prose.head)
  const wishes = withoutTwins(
    prose.wishes.map(({ name, text: from, own }) => wantedFrom(name, from, own)),
  )
  const assumed =
    archetype !== undefined && wishes.length < archetype.features.length ? archetype.features : []
  const core = subject === null || archetype !== undefined ? [] : [capitalised(`${subject}s`)]
  const missing = [...core, ...assumed].filter(
    (name) => !wishes.some((one) => isAbout(one.name, name)),
  )
  const added = missing.map((name) => wantedFrom(name, firstLine(text), name))
  const features = [...added.slice(0, core.length), ...wishes, ...added.slice(core.length)]
  const all = features.length === 0 ? [wantedFrom(titleFrom(text), text)] : features
  const called = archetype?.called ?? 'a web app'
  const guessed = assumed.filter((name) => missing.includes(name))
  return {
    pieces: webAppPieces({
      features: all,
      main: core[0] ?? null,
      agents,
      hasPages: !WITHOUT_PAGES.test(text),
    }),
    features: all.map(({ name }) => name),
    called,
    isLoose: false,
    constraints: prose.constraints,
    left: prose.left,
    unknowns:
      guessed.length === 0
        ? []
        : [
            `Which features are wanted: the usual ones of ${called} were assumed (${guessed.join(', ')}).`,
          ],
  }
}

const isAbout = (said: string, name: string): boolean =>
  said.toLowerCase() === name.toLowerCase() ||
  said.toLowerCase().replace(/s$/, '').includes(name.toLowerCase().replace(/s$/, ''))

const firstLine = (text: string): string => text.trim().split('\n')[0]!

function isMigration({ head, wishes }: Prose, facts: RepositoryFacts): boolean {
  return (
    /^(?:please )?(?:migrate|port|upgrade|switch|convert|replace|move)\b/i.test(head) &&
    MIGRATION.test(head) &&
    wishes.length <= 1 &&
    (!facts.isEmpty || head.split(' ').length >= 4)
  )
}

/** The change itself, then what depends on it, then what is left of the old way. */
function migration({ head, constraints }: Prose, text: string): Division {
  const wanted = wantedFrom(titleFrom(head), text, head)
  return {
    pieces: [
      pieceOf(wanted, {
        goal: `${wanted.name}: the change itself, so that building and testing work the new way.`,
        stage: 'core',
      }),
      pieceOf(wanted, {
        name: 'Adapt scripts, CI and containers',
        goal: 'Change everything that runs the old way (scripts, CI, containers, hooks, developer setup) to the new way.',
        stage: 'join',
        domain: 'infrastructure',
        after: [0],
        topic: null,
      }),
      addedPiece({
        name: 'Update the documentation and remove the old way',
        goal: 'Find what still mentions or uses the old way, in documentation, configuration and files, and update or remove it.',
        stage: 'release',
        domain: 'docs',
        after: [1],
      }),
    ],
    features: [wanted.name],
    called: 'a migration',
    isLoose: false,
    constraints,
    unknowns: ['Whether the old and the new way have to work side by side for a while.'],
  }
}
