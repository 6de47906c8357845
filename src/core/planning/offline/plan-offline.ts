/** Plans without a model: reads the requirements with rules, and says what it could not know. */
import { sayWorkers } from '../analysis.ts'
import { reachability, type Reaches } from '../check/break-cycles.ts'
import { cleanText, cutText } from '../check/draft-text.ts'
import { flagTask, isLeftOpen, saysNothing } from '../flags/flag-task.ts'
import {
  complexityOf,
  type Analysis,
  type DraftFlag,
  type DraftTask,
  type PlanDraft,
  type RepositoryFacts,
} from '../plan-draft.ts'
import type { SensitiveAreas } from '../flags/sensitive-areas.ts'
import { idGiver, shortSlug } from '../task-ids.ts'
import { sayCount } from '../../say/say-count.ts'
import { isTaskId } from '../../value/ids.ts'
import { fileGuesser } from './guess-files.ts'
import { languageOf } from './language.ts'
import { linkPieces } from './link-pieces.ts'
import type { Piece } from './piece.ts'
import { divide, type Division } from './pieces.ts'
import { POLITE, REASON } from './prose.ts'
import { capitalised, plainWords, withoutReferences } from './said-about.ts'
import { readSpec, withoutComments, withoutWordsToModels, type Spec } from './read-spec.ts'
import { writePrompt } from './write-prompt.ts'

export interface OfflineRequest {
  readonly requirements: string
  /** The most agents that may work at once. */
  readonly agents: number
  readonly sensitiveAreas: SensitiveAreas
}

export function planOffline(request: OfflineRequest, facts: RepositoryFacts): PlanDraft {
  const requirements = cleanText(request.requirements)
  const spec = readSpec(requirements)
  const text = withoutComments(withoutWordsToModels(requirements)).trim()
  const division = divide(spec, facts, { requirements: text, agents: request.agents })
  const links = linkPieces(division.pieces, { isLoose: division.isLoose, isNew: facts.isEmpty })
  const title = titleOf(spec, text, division)
  const project = cutText(title, LONGEST_NAME)
  const tasks = toTasks(division.pieces, {
    spec,
    facts,
    // A sentence that is cut in the middle tells an agent little.
    project: cutText(title, LONGEST_WHOLE),
    before: links.before,
    areas: request.sensitiveAreas,
    constraints: division.constraints,
  })
  return {
    name: project,
    analysis: analysisOf(division, tasks, { spec, facts, request }),
    tasks,
    notes: [...spec.notes, ...links.notes, ...sayLeft(division.left ?? [])],
    madeBy: { backend: 'offline', model: null },
  }
}

const MOST_LEFT = 5

/** Nothing that was asked for gets lost without a word. */
const sayLeft = (left: readonly string[]): readonly string[] => [
  ...left
    .slice(0, MOST_LEFT)
    .map((said) => `No task covers this sentence: "${cutText(said, 80)}".`),
  ...(left.length > MOST_LEFT
    ? [`No task covers ${sayCount(left.length - MOST_LEFT, 'more sentence')}, either.`]
    : []),
]

const LONGEST_NAME = 60
const LONGEST_WHOLE = 300

/** Titles that say what kind of text it is, and not what it is about. */
const PLAIN_TITLES =
  /^(?:the |product |project |technical |functional )*(?:requirements?|overview|spec|specs|specification|readme|introduction|intro|summary|abstract|background|tasks?|to-?dos?|to-?do list|features?|plan|project|description|goals?|scope|prd|user stories|stories|backlog|issues?|changes|document)(?: document| list)?$/i

/** A list without a title has no name of its own. */
function titleOf(spec: Spec, requirements: string, { isLoose }: Division): string {
  const title = spec.title === null || isPlain(spec.title) ? null : spec.title
  const isBareList = title === null && spec.prose === '' && spec.wanted.length > 1
  if (isBareList) return isLoose ? sayCount(spec.wanted.length, 'issue') : sayNames(spec.wanted)
  const lines = requirements.split('\n').filter((one) => /[\p{L}\p{N}]/u.test(one))
  const line = title ?? lines.find((one) => !isPlain(one)) ?? lines[0] ?? ''
  const words = withoutManners(
    plainWords(line.slice(0, LONGEST_WHOLE).replace(/^[\s#>*-]+/, '')).split(/[.!?](?:\s|$)/)[0]!,
  )
  const short = words.length > LONGEST_NAME ? words.replace(/(?<=\S\s.*\S):\s.*$/, '') : words
  return short.replace(/:+$/, '') || 'plan'
}

/** "Count letters and 2 more" */
const sayNames = ([first, ...others]: Spec['wanted']): string =>
  `${cutText(first!.name, LONGEST_NAME - ' and 999 more'.length)} and ${others.length} more`

/** "I want to make a game" is called "Make a game". */
const withoutManners = (text: string): string => {
  const wanted = text.replace(REASON, '').replace(POLITE, '')
  return wanted === text ? text : capitalised(wanted)
}

const isPlain = (line: string): boolean =>
  PLAIN_TITLES.test(
    plainWords(line.replace(/^[\s#>*-]+/, ''))
      .replace(/:+$/, '')
      .trim(),
  )

interface TaskContext {
  readonly spec: Spec
  readonly facts: RepositoryFacts
  readonly project: string
  readonly before: readonly (readonly number[])[]
  readonly areas: SensitiveAreas
  readonly constraints: readonly string[]
}

function toTasks(pieces: readonly Piece[], context: TaskContext): readonly DraftTask[] {
  const { spec, facts, project, before, areas } = context
  const give = idGiver()
  const guess = fileGuesser(facts)
  const ids = pieces.map((piece) => give(wantedId(piece)))
  const reaches = reachability(before)
  const epics = epicsOf(pieces, reaches)
  const others = namesBeside(pieces, reaches)
  const after = reversed(before)
  return pieces.map((piece, at): DraftTask => {
    const text = piece.wanted?.text ?? ''
    const files = guess(piece.name, text)
    return {
      id: ids[at]!,
      name: cutText(piece.name, 100) || ids[at]!,
      prompt: writePrompt(piece, {
        project,
        done: before[at]!.map((i) => pieces[i]!.name),
        others: others(at),
        later: after[at]!.map((i) => pieces[i]!.name),
        files,
        constraints: [...spec.constraints, ...context.constraints].slice(0, 12),
        acceptance: spec.acceptance,
        outOfScope: spec.outOfScope,
        testCommand: facts.testCommand,
        isAlone: pieces.length === 1,
      }),
      dependencies: before[at]!.map((i) => ids[i]!),
      priority: piece.priority,
      estimateSeconds: Math.max(60, Math.round(piece.seconds)),
      files,
      epic: epics[at]!,
      domain: piece.domain,
      flags: flagsOf(piece, files, areas),
      issue: piece.wanted?.issue ?? null,
    }
  })
}

/** A short wish is clear if its sentence is; a question or a TBD counts only for the wish that it is about. */
function flagsOf(
  piece: Piece,
  files: readonly string[],
  areas: SensitiveAreas,
): readonly DraftFlag[] {
  const { name, wanted } = piece
  const about = withoutReferences(wanted?.own ?? '')
  const own = flagTask(`${name}\n${about}`, files, areas).filter(({ flag }) => flag !== 'not_ready')
  if (wanted === null) return own.filter(({ flag }) => flag === 'sensitive')
  const text = isLeftOpen(wanted.text) ? `${name}\n${wanted.own}` : wanted.text
  const open = saysNothing(wanted.own) ? wanted.own : text
  const ready = flagTask(open, [], {}).filter(({ flag }) => flag === 'not_ready')
  return [...ready, ...own]
}

function wantedId({ name, wanted }: Piece): string {
  if (wanted?.issue) return `issue-${wanted.issue}`
  if (wanted?.key && isTaskId(wanted.key) && /[A-Za-z]/.test(wanted.key) && name === wanted.name)
    return wanted.key
  return shortSlug(name.replaceAll(/\s*\([^)]*\)/g, '')) || shortSlug(name)
}

function reversed(before: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const after: number[][] = before.map(() => [])
  before.forEach((list, at) => list.forEach((i) => after[i]!.push(at)))
  return after
}

const NEAR = 20

/** What may be worked on at the same time: neither before nor after it. In a large plan only its neighbours are named. */
function namesBeside(
  pieces: readonly Piece[],
  reaches: Reaches,
): (at: number) => readonly string[] {
  const places = [...pieces.keys()]
  return (at) =>
    places
      .slice(Math.max(0, at - NEAR), at + NEAR + 1)
      .filter((i) => i !== at && !reaches(at, i) && !reaches(i, at))
      .map((i) => pieces[i]!.name)
}

/** Tasks of an epic share a worktree and work one after another, so only tasks that do so anyway are an epic. */
function epicsOf(pieces: readonly Piece[], reaches: Reaches): readonly (string | null)[] {
  const members = Map.groupBy(pieces.keys(), (at) => pieces[at]!.topic)
  const isChain = (places: readonly number[]): boolean =>
    places.length > 1 &&
    places.length <= 50 &&
    places.every((a) => places.every((b) => a === b || reaches(a, b) || reaches(b, a)))
  const epics = new Set(
    [...members].flatMap(([topic, places]) => (topic !== null && isChain(places) ? [topic] : [])),
  )
  return pieces.map(({ topic }) => (topic !== null && epics.has(topic) ? cutText(topic, 60) : null))
}

interface AnalysisContext {
  readonly spec: Spec
  readonly facts: RepositoryFacts
  readonly request: OfflineRequest
}

function analysisOf(
  division: Division,
  tasks: readonly DraftTask[],
  { spec, facts, request }: AnalysisContext,
): Analysis {
  const components = [...new Set(tasks.map(({ domain }) => domain ?? 'general'))].filter(
    (one) => one !== 'general',
  )
  return {
    taskCount: tasks.length,
    complexity: complexityOf(tasks.length),
    reasons: sayReasons(division, tasks, components, request.agents),
    features: division.features.slice(0, 100),
    components,
    unknowns: [
      ...unknownsAbout(facts, request.requirements),
      ...division.unknowns,
      ...spec.questions.slice(0, 20),
    ],
  }
}

function sayReasons(
  division: Division,
  tasks: readonly DraftTask[],
  components: readonly string[],
  agents: number,
): string {
  const added = division.pieces.filter(({ wanted }) => wanted === null).length
  const roots = tasks.filter(({ dependencies }) => dependencies.length === 0).length
  return [
    sayWhole(division),
    ...(components.length > 1 ? [`It concerns ${components.join(', ')}.`] : []),
    ...(added > 0
      ? [
          `${sayCount(added, 'task')} ${added === 1 ? 'is' : 'are'} added because the others need ${added === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    `${sayCount(roots, 'task')} can start at once.`,
    sayWorkers(tasks.length, agents),
    'No model was asked: this follows from the words of the requirements.',
  ].join(' ')
}

function sayWhole({ called, features }: Division): string {
  const { length } = features
  if (called === 'one change') return 'The requirements ask for one change.'
  if (called === 'several changes') return `The requirements ask for ${sayCount(length, 'change')}.`
  const list = /^a list of (\w+)s$/.exec(called)?.[1]
  return list === undefined
    ? `The requirements describe ${called}${length > 1 ? ` with ${length} parts` : ''}.`
    : `The requirements are a list of ${sayCount(length, list)}.`
}

const notUnderstood = (requirements: string): readonly string[] => {
  const language = languageOf(requirements)
  return language === 'English'
    ? []
    : [
        `What the sentences mean: the requirements are not in English${language === null ? '' : `, but in ${language}`}, and the rules know only English. Check the order of the tasks, what is out of scope, and what is sensitive.`,
      ]
}

const TECHNOLOGY =
  /\b(?:typescript|javascript|node|deno|python|django|flask|fastapi|go(?:lang)?|rust|java|kotlin|spring|ruby|rails|php|laravel|c\+\+|c#|\.net|swift|react|vue|svelte|angular|next\.?js|postgres\w*|mysql|sqlite|mongodb|latex|terraform|ansible|bash|shell|html|haskell|elixir|scala|r\b|jupyter|spark|airflow|dbt)\b/i

function unknownsAbout(facts: RepositoryFacts, requirements: string): readonly string[] {
  return [
    ...(facts.isEmpty && !TECHNOLOGY.test(requirements)
      ? ['Which language and tools to use: the requirements name none and the repository is empty.']
      : []),
    ...notUnderstood(requirements),
    ...(facts.testCommand === null ? ['How the project is tested: no test command is known.'] : []),
    ...(facts.isEmpty
      ? []
      : [
          'What the code does today: only its folders and names were read, so the files are guesses.',
        ]),
  ]
}
