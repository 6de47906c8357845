/** Splits a product with pages and data: data, what each feature does on the server, its pages, and tests of the whole. */
import { featureIn, needsOf } from './features.ts'
import { addedPiece, pieceOf, type Piece } from './piece.ts'
import type { Wanted } from './read-spec.ts'
import { stageOf } from './stages.ts'

export interface WebApp {
  readonly features: readonly Wanted[]
  /** The feature that is the product itself: the to-dos of a to-do app. */
  readonly main?: string | null
  readonly agents: number
  readonly hasPages: boolean
}

/** From this many features on, server and pages are tasks of their own, if there are agents for both. */
const SPLIT_FROM = 4
/** With more features than this there is enough to do at once without splitting them. */
const SPLIT_TO = 9
const AGENTS_TO_SPLIT = 3

export function webAppPieces(app: WebApp): readonly Piece[] {
  if (app.features.length === 1) return byLayer(app.features[0]!, app.hasPages)
  const isSplit =
    app.hasPages &&
    app.features.length >= SPLIT_FROM &&
    app.features.length <= SPLIT_TO &&
    app.agents >= AGENTS_TO_SPLIT
  return isSplit ? byFeatureAndLayer(app) : byFeature(app)
}

/** One feature: its layers are the tasks. */
function byLayer(feature: Wanted, hasPages: boolean): readonly Piece[] {
  const name = lower(feature.name)
  const of = (piece: Partial<Piece>): Piece => pieceOf(feature, { topic: null, ...piece })
  const dataModel = of({
    name: 'Data model',
    goal: `Define and store the data of ${name}, with its rules and tests.`,
    stage: 'data',
    domain: 'database',
  })
  const server = of({
    name: 'Server and its API',
    goal: `Write the server side of ${name}: create, read, change and delete, with validation and tests.`,
    stage: 'core',
    domain: 'backend',
    after: [0],
  })
  if (!hasPages) return [dataModel, server, checks([1])]
  return [
    dataModel,
    server,
    of({
      name: 'Frame of the pages',
      goal: 'Set up the pages: structure, navigation, layout and a shared style. Nothing of the server is needed for that.',
      stage: 'setup',
      domain: 'frontend',
    }),
    of({
      name: 'Pages and forms',
      goal: `Build the pages and forms of ${name} against data that stands in for the server.`,
      stage: 'interface',
      domain: 'frontend',
      after: [2],
    }),
    addedPiece({
      name: 'Connect pages and server',
      goal: 'Connect the pages to the real server, with loading and error states.',
      stage: 'join',
      domain: 'integration',
      after: [1, 3],
    }),
    checks([4]),
  ]
}

const checks = (after: readonly number[]): Piece =>
  addedPiece({
    name: 'End-to-end tests',
    goal: 'Test the finished product the way its users use it, from beginning to end, and fix what does not fit together.',
    stage: 'test',
    domain: 'testing',
    after,
  })

const dataFor = (features: readonly Wanted[]): Piece =>
  addedPiece({
    name: 'Data model',
    goal: `Define the data that all features share (${features.map((one) => lower(one.name)).join(', ')}), how it is stored, and the project around it.`,
    stage: 'data',
    domain: 'database',
  })

/** Each feature is one task; the pages of few features are one task more. */
function byFeature({ features, hasPages, agents, main }: WebApp): readonly Piece[] {
  const isFew = features.length < SPLIT_FROM
  const withPages = hasPages && !isFew
  const pieces = [
    dataFor(features),
    ...features.map((feature) =>
      featurePiece(feature, {
        after: [0],
        goal: goalOf(feature, withPages ? 'server and pages' : 'server', main),
        ...(withPages ? {} : { domain: 'backend' }),
      }),
    ),
  ]
  const linked = linkNeeds(pieces, features, 1)
  const all = features.map((_, i) => i + 1)
  if (!hasPages) return [...linked, checks(all)]
  if (isFew) {
    const pages = addedPiece({
      name: 'Pages',
      goal: `Build the pages for ${features.map((one) => lower(one.name)).join(', ')}, with a shared layout and navigation.`,
      stage: 'interface',
      domain: 'frontend',
      after: agents > 1 ? [0] : all,
    })
    return [...linked, pages, checks([...all, linked.length])]
  }
  const frame = addedPiece({
    name: 'Frame of the pages',
    goal: 'Set up the pages: structure, navigation, layout and a shared style, which the features use.',
    stage: 'setup',
    domain: 'frontend',
  })
  const framed = linked.map((piece, i) =>
    i === 0 ? piece : { ...piece, after: [...piece.after, linked.length] },
  )
  return [...framed, frame, checks(all)]
}

function goalOf({ name }: Wanted, where: string, main: string | null = null): string {
  const deeds = name === main ? ` (${deedsWith(name)})` : ''
  return where === 'server'
    ? `Write the server side of ${lower(name)}${deeds}, with its API, rules and tests.`
    : `Write ${lower(name)}${deeds}, server and pages, with tests.`
}

/** What people do with the things that a product is about. */
const deedsWith = (name: string): string =>
  /^(?:to-dos|tasks)$/i.test(name)
    ? 'create, list, change, complete and delete them'
    : 'create, list, change and delete them'

const featurePiece = (feature: Wanted, change: Partial<Piece>): Piece => {
  const stage = stageOf(feature.name)
  return pieceOf(feature, { topic: null, stage: stage === 'data' ? 'core' : stage, ...change })
}

/** Server and pages of a feature are two tasks, one after the other. */
function byFeatureAndLayer({ features, main }: WebApp): readonly Piece[] {
  const pieces: Piece[] = [dataFor(features)]
  const servers = features.map((feature) => {
    const isPage = stageOf(feature.name) === 'interface'
    if (isPage) return -1
    return (
      pieces.push(
        featurePiece(feature, {
          name: `${labelOf(feature.name)}: server`,
          goal: goalOf(feature, 'server', main),
          stage: 'core',
          domain: 'backend',
          after: [0],
          topic: feature.name,
        }),
      ) - 1
    )
  })
  const frame =
    pieces.push(
      addedPiece({
        name: 'Frame of the pages',
        goal: 'Set up the pages: structure, navigation, layout and a shared style, which the features use.',
        stage: 'setup',
        domain: 'frontend',
      }),
    ) - 1
  const pages = features.map((feature, i) => {
    const after = servers[i] === -1 ? [frame] : [servers[i]!, frame]
    const isAlone = servers[i] === -1
    return (
      pieces.push(
        featurePiece(feature, {
          name: isAlone ? feature.name : `${labelOf(feature.name)}: pages`,
          goal: `Build the pages of ${lower(feature.name)} on top of its API, with loading and error states.`,
          stage: 'interface',
          domain: 'frontend',
          after,
          topic: feature.name,
        }),
      ) - 1
    )
  })
  const join =
    pieces.push(
      addedPiece({
        name: 'Connect the features',
        goal: 'Connect the features into one product: the ways from one to the other, shared state, and what falls between them.',
        stage: 'join',
        domain: 'integration',
        after: pages,
      }),
    ) - 1
  pieces.push(checks([join]))
  return linkNeeds(pieces, features, null, servers)
}

/** A feature comes after those that it cannot work without. */
function linkNeeds(
  pieces: readonly Piece[],
  features: readonly Wanted[],
  firstAt: number | null,
  places: readonly number[] = [],
): readonly Piece[] {
  const placeOf = (i: number): number => (firstAt === null ? places[i]! : firstAt + i)
  const linked = [...pieces]
  features.forEach((feature, i) => {
    const needed = needsOf(feature.name).flatMap((name) => {
      const at = features.findIndex((other) => featureIn(other.name) === name)
      return at >= 0 && placeOf(at) >= 0 ? [placeOf(at)] : []
    })
    const isShared = featureIn(feature.name) === 'Sharing' && i > 0 ? [placeOf(0)] : []
    const at = placeOf(i)
    if (at >= 0)
      linked[at] = {
        ...linked[at]!,
        after: [...new Set([...linked[at]!.after, ...needed, ...isShared])],
      }
  })
  return linked
}

/** "Today: a list of habits" is about today; the quotation says the rest. */
const labelOf = (name: string): string => /^([^:]{3,40}):\s/.exec(name)?.[1] ?? name

const lower = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
