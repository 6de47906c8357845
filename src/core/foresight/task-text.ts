/** What of a commit message, or of the text of a task, says something about files. */

/** Subject and body without what people and programs add to messages: trailers, addresses, numbers of issues, hashes. */
export function plainText(text: string): string {
  return text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .split('\n')
    .filter((line) => !isTrailer(line) && !ONLY_PATH.test(line))
    .join('\n')
    .replaceAll(ADDRESS, ' ')
    .replaceAll(MAIL, ' ')
    .replaceAll(ISSUE, ' ')
    .replaceAll(HASH, ' ')
}

function isTrailer(line: string): boolean {
  if (ABOUT_PEOPLE.test(line)) return true
  const [referring] = REFERRING.exec(line) ?? []
  if (referring === undefined) return false
  const rest = line.slice(referring.length).split(/[\s,;&]+/)
  return rest.every((word) => word === '' || word === 'and' || REFERENCE.test(word))
}

const ABOUT_PEOPLE =
  /^\s*(?:[a-z][a-z-]{1,30}-by|cc|change-id|pr-url|git-svn-id|differential revision|reviewers|subscribers|piperorigin-revid|gerrit-[a-z-]{1,30}|\(cherry picked from [^)]*\))(?:\s*:|$)/i
const REFERRING =
  /^\s*(?:closes?d?|fix(?:es|ed)?|resolves?d?|refs?|references|see(?:[ -]also)?|related(?:[ -]to)?|part[ -]of|bug|issues?|link|backports?|depends[ -]on)\b[\s:]*/i
const REFERENCE = /^<?(?:#|gh-|https?:|[\w.-]{1,60}\/[\w.-]{1,60}#)/i

/** A list of changed files would give the answer away. */
const ONLY_PATH = /^\s*(?:[-*+]\s*)?[`"']?[\w@.+-]*(?:\/[\w@.+-]+)+\/?[`"']?[:,;]?\s*$/

const ADDRESS = /\b(?:https?|git|ssh|ftp):\/\/\S+/gi
const MAIL = /<?(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]+>?/g
const ISSUE = /\(?(?:\bgh-|(?<![\w.-])[\w.-]{1,60}\/[\w.-]{1,60}#|#)\d+\)?/gi
/** Seven or more hexadecimal digits with at least one digit among them. */
const HASH = /\b(?=[0-9a-f]{0,64}\d)[0-9a-f]{7,64}\b/g

/** The part of the code that a subject names first: `router: ...`, `fix(router): ...`, `[router] ...`; null: none. */
export function scopeOf(subject: string): string | null {
  const [, type, scope, bracket] = SCOPE.exec(subject) ?? []
  const named = (scope ?? bracket ?? type)?.trim().toLowerCase()
  return named === undefined || named === '' ? null : named
}

/** It begins at a letter or sign: a long run of spaces could be divided between its parts in very many ways. */
const SCOPE =
  /^\s*(?=\S)(?:([\w@./*+,& -]{1,40}?)\s*(?:\(([^)]{1,40})\))?!?:(?=\s)|\[([^\]]{1,40})\])/

/** A name as a program has it: several parts in one word, or marked as code. */
export interface Identifier {
  /** In lower case. */
  readonly name: string
  readonly isCompound: boolean
}

/** The identifiers of a text, each once. */
export function identifiersOf(text: string): readonly Identifier[] {
  const identifiers = new Map<string, Identifier>()
  const add = (name: string, isMarked: boolean): void => {
    const isCompound = isCompoundName(name)
    const key = name.toLowerCase()
    if ((isCompound || isMarked) && key.length > 2) identifiers.set(key, { name: key, isCompound })
  }
  for (const [, marked] of text.matchAll(BACKTICKED))
    for (const [name] of marked!.matchAll(NAME)) add(name, true)
  for (const [, name] of text.matchAll(CALLED)) add(name!, true)
  for (const [name] of text.matchAll(NAME)) add(name, false)
  return [...identifiers.values()]
}

const BACKTICKED = /`([^`\n]{1,80})`/g
const CALLED = /\b([A-Za-z_$][\w$]*)\(\)/g
const NAME = /[A-Za-z_$][\w$]*/g

/** `parsePlan`, `parse_plan` and `HTTPServer` are compound; `Parse`, `parse` and `HTTP` are not. */
export const isCompoundName = (name: string): boolean => COMPOUND.test(name)

const COMPOUND = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z0-9]_[A-Za-z0-9]/
