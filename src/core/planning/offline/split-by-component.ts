/** Divides a wish by the parts of the repository that it names, such as the server and the page. */
import { cutText } from '../check/draft-text.ts'
import { once } from '../../value/once.ts'
import type { RepositoryFacts } from '../plan-draft.ts'
import { pieceOf, type Piece } from './piece.ts'
import type { Wanted } from './read-spec.ts'
import { stageOf, type Stage } from './stages.ts'

interface Component {
  readonly name: string
  readonly stage: Stage
  readonly domain: string
  readonly folders: RegExp
  readonly words: RegExp
}

const COMPONENTS: readonly Component[] = [
  {
    name: 'database',
    stage: 'data',
    domain: 'database',
    folders: /(?:^|\/)(?:db|database|migrations|prisma|schema|sql)$/i,
    words: /\b(?:database|schema|tables?|columns?|migration|stored|persist\w*)\b/i,
  },
  {
    name: 'server',
    stage: 'core',
    domain: 'backend',
    folders: /(?:^|\/)(?:server|api|backend|services?)$/i,
    words: /\b(?:server|api|endpoints?|backend|webhook|rest|graphql|service)\b/i,
  },
  {
    name: 'web',
    stage: 'interface',
    domain: 'frontend',
    folders: /(?:^|\/)(?:web|frontend|client|ui|app|pages|views)$/i,
    words: /\b(?:web|frontend|client|ui|pages?|buttons?|forms?|screens?|dashboard|view|browser)\b/i,
  },
]

/** Which parts the repository has. */
const componentsOf = once(({ folders, modules }: RepositoryFacts): readonly string[] => {
  const paths = [...folders, ...modules.map(withoutEnding)]
  return COMPONENTS.filter((component) => paths.some((path) => component.folders.test(path))).map(
    ({ name }) => name,
  )
})

const withoutEnding = (path: string): string => path.replace(/\.\w+$/, '')

const ENOUGH_WORDS = 14

export function splitByComponent(wanted: Wanted, facts: RepositoryFacts): readonly Piece[] {
  const existing = componentsOf(facts)
  const named = COMPONENTS.filter(
    ({ name, words }) => existing.includes(name) && words.test(wanted.text),
  )
  const isLarge = wanted.text.split(/\s+/).length >= ENOUGH_WORDS
  if (named.length < 2 || !isLarge || stageOf(wanted.name) === 'test' || wanted.issue !== null)
    return [pieceOf(wanted)]
  const short = cutText(wanted.name, 50)
  return named.map(({ name, stage, domain }, i) =>
    pieceOf(wanted, {
      name: `${short}: ${name}`,
      goal: `${wanted.name}: the part in the ${name}.`,
      stage,
      domain,
      topic: short,
      seconds: Math.max(600, Math.round(pieceOf(wanted).seconds / named.length)),
      /** Places relative to the first part; see linkPieces. */
      after: i === 0 ? [] : [i - 1],
    }),
  )
}
