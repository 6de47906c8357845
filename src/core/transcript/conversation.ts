/** A transcript as a conversation: what belongs together is one item, in the order in which it began. */
import type { CallKind, Todo, TranscriptPiece, Used } from './entry.ts'

export type Item = { readonly position: number; readonly at: number } & (
  | {
      readonly is: 'said' | 'thought'
      readonly texts: readonly string[]
      readonly within: string | null
    }
  | { readonly is: 'told'; readonly texts: readonly string[]; readonly isPrompt: boolean }
  | CallItem
  | { readonly is: 'todos'; readonly todos: readonly Todo[] }
  | PermissionItem
  | {
      readonly is: 'question'
      readonly question: string
      readonly options: readonly string[]
      readonly context: string
    }
  | { readonly is: 'used'; readonly used: Used; readonly turnSeconds: number | null }
  | { readonly is: 'note'; readonly text: string }
  /** The place of something that was joined with what stands before. */
  | { readonly is: 'nothing' }
  /** What a program printed; err: to its standard error. folded: of a tool, in transcripts of earlier versions. */
  | {
      readonly is: 'output'
      readonly side: 'out' | 'err' | 'folded'
      readonly texts: readonly string[]
    }
)

export interface CallItem {
  readonly is: 'call'
  readonly id: string
  readonly kind: CallKind
  readonly name: string
  readonly title: string
  readonly within: string | null
  readonly input: readonly string[]
  readonly changes: readonly { readonly file: string; readonly texts: readonly string[] }[]
  readonly result: readonly string[]
  readonly ended: { readonly at: number; readonly failed: boolean } | null
  /** Its beginning is in an earlier part of the transcript, which has not been read. */
  readonly isCut: boolean
}

interface PermissionItem {
  readonly is: 'permission'
  readonly request: string
  readonly name: string
  readonly what: string
  readonly decided: { readonly allowed: boolean; readonly why: string | null } | null
}

/**
 * Adding to a long conversation does not read all of it. An item that changes is replaced, so that views can tell; its
 * texts only ever grow, and are not copied.
 */
export interface ConversationFold {
  add(pieces: readonly TranscriptPiece[]): void
  /** Puts a conversation before this one, of which nothing more comes; the items of this one stay the same. */
  prepend(earlier: ConversationFold): void
  items(): readonly Item[]
}

export function foldConversation(): ConversationFold {
  let items: Item[] = []
  /** The place of each call and permission request, as it was before anything was put before it. */
  const calls = new Map<string, number>()
  const requests = new Map<string, number>()
  let prepended = 0
  let isShared = false

  return {
    add(pieces) {
      if (isShared) items = [...items]
      isShared = false
      for (const piece of pieces) take(piece)
    },
    prepend(earlier) {
      const before = [...earlier.items()]
      items = [...before, ...items]
      isShared = false
      prepended += before.length
      before.forEach(joinRest)
    },
    items() {
      isShared = true
      return items
    },
  }

  /** A call whose rest is in the later part is whole now, at the place where it began. */
  function joinRest(item: Item, index: number): void {
    if (item.is === 'permission') requests.set(item.request, index - prepended)
    if (item.is !== 'call') return
    const rest = itemAt(calls, item.id)
    calls.set(item.id, index - prepended)
    if (rest?.is !== 'call' || !rest.isCut) return
    const { position, at } = rest
    items[index] = joined(item, rest)
    items[items.indexOf(rest)] = { is: 'nothing', position, at }
  }

  function itemAt(places: ReadonlyMap<string, number>, id: string): Item | undefined {
    const place = places.get(id)
    return place === undefined ? undefined : items[place + prepended]
  }

  function keepPlace(places: Map<string, number>, id: string): void {
    places.set(id, items.length - prepended)
  }

  function take(piece: TranscriptPiece): void {
    const { position, at } = piece
    const place = { position, at }
    if ('call' in piece) return takeCall(piece)
    if ('said' in piece) return speak('said', piece.said, piece)
    if ('thought' in piece) return speak('thought', piece.thought, piece)
    if ('told' in piece) return tell(piece)
    if ('out' in piece) return print('out', piece.out, place)
    if ('err' in piece) return print('err', piece.err, place)
    if ('tool' in piece) return print('folded', piece.tool, place)
    if ('note' in piece) return push({ is: 'note', text: piece.note, ...place })
    if ('todos' in piece) return push({ is: 'todos', todos: piece.todos, ...place })
    if ('asks' in piece) return ask(piece)
    if ('decided' in piece) return decide(piece)
    if ('question' in piece) {
      const { question, options, context } = piece
      return push({ is: 'question', question, options, context, ...place })
    }
    push({ is: 'used', used: piece.used, turnSeconds: piece.turn ?? null, ...place })
  }

  function push(item: Item): void {
    items.push(item)
  }

  type Words = TranscriptPiece & { readonly more?: true; readonly within?: string }

  function speak(is: 'said' | 'thought', text: string, piece: Words): void {
    const last = items.at(-1)
    const within = piece.within ?? null
    if (piece.more === true && last?.is === is && last.within === within) grow(last, text)
    else push({ is, texts: [text], within, position: piece.position, at: piece.at })
  }

  function grow(last: Item & { readonly texts: readonly string[] }, text: string): void {
    ;(last.texts as string[]).push(text)
    items[items.length - 1] = { ...last }
  }

  function tell({ told, more, prompt, position, at }: Piece<'told'>): void {
    const last = items.at(-1)
    if (more === true && last?.is === 'told') grow(last, told)
    else push({ is: 'told', texts: [told], isPrompt: prompt === true, position, at })
  }

  function print(
    side: 'out' | 'err' | 'folded',
    text: string,
    place: Pick<Item, 'position' | 'at'>,
  ) {
    const last = items.at(-1)
    if (last?.is === 'output' && last.side === side && last.texts.length < MOST_TEXTS)
      grow(last, text)
    else push({ is: 'output', side, texts: [text], ...place })
  }

  function ask({ asks, name, what, position, at }: Piece<'asks'>): void {
    keepPlace(requests, asks)
    push({ is: 'permission', request: asks, name, what, decided: null, position, at })
  }

  function decide({ decided, allowed, why }: Piece<'decided'>): void {
    const item = itemAt(requests, decided)
    if (item?.is === 'permission')
      items[requests.get(decided)! + prepended] = { ...item, decided: { allowed, why } }
  }

  function takeCall(piece: Piece<'call'>): void {
    const { call: id, position, at } = piece
    if ('kind' in piece) {
      const { kind, name, title, within = null } = piece
      keepPlace(calls, id)
      return push({ ...emptyCall(id), kind, name, title, within, position, at })
    }
    if (!calls.has(id)) {
      keepPlace(calls, id)
      push({ ...emptyCall(id), isCut: true, position, at })
    }
    const index = calls.get(id)! + prepended
    items[index] = withPart(items[index] as Item & CallItem, piece)
  }
}

/** A program that prints for hours has several items, so that each is quick to show. */
const MOST_TEXTS = 200

type Piece<Field extends string> = Extract<TranscriptPiece, Readonly<Record<Field, string>>>

const emptyCall = (id: string): CallItem => ({
  is: 'call',
  id,
  kind: 'other',
  name: '',
  title: '',
  within: null,
  input: [],
  changes: [],
  result: [],
  ended: null,
  isCut: false,
})

function withPart(call: Item & CallItem, piece: Piece<'call'>): Item {
  if ('input' in piece) (call.input as string[]).push(piece.input)
  else if ('result' in piece) (call.result as string[]).push(piece.result)
  else if ('diff' in piece) addChange(call.changes as Change[], piece)
  const ended = 'ended' in piece ? { at: piece.at, failed: piece.ended === 'failed' } : call.ended
  return { ...call, ended }
}

const joined = (begun: Item & CallItem, rest: CallItem): Item => ({
  ...begun,
  input: [...begun.input, ...rest.input],
  changes: [...begun.changes, ...rest.changes],
  result: [...begun.result, ...rest.result],
  ended: rest.ended ?? begun.ended,
})

type Change = CallItem['changes'][number]

function addChange(changes: Change[], { file, diff }: Pick<Piece<'diff'>, 'file' | 'diff'>): void {
  const last = changes.at(-1)
  if (last?.file === file) (last.texts as string[]).push(diff)
  else changes.push({ file, texts: [diff] })
}
