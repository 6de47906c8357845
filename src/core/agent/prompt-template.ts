/**
 * Templates: {{name}} anywhere is replaced by a value, and the lines between {{#name}} and {{/name}} are left out when
 * that value is empty. Placeholders inside a value are not replaced.
 */
import { closestWord } from '../value/closest-word.ts'

export const PLACEHOLDERS = [
  'id',
  'title',
  'task',
  'deliverable',
  'issue',
  'repository',
  'branch',
  'before',
  'files',
  'ask_first',
  'decided',
  'situation',
] as const

type Placeholder = (typeof PLACEHOLDERS)[number]

/** An empty value means that there is nothing to say. */
export type PromptParts = Readonly<Record<Placeholder, string>>

export interface TemplateProblem {
  readonly line: number
  readonly message: string
  readonly hint: string | null
}

/** The caller makes sure that the template has no problems. */
export function fillTemplate(template: string, parts: PromptParts): string {
  let isShown = true
  const lines = linesOf(template).flatMap((line) => {
    const tag = tagOn(line)
    if (tag === null)
      return isShown ? [line.replaceAll(PLACE, (_, name) => partOf(parts, name))] : []
    isShown = tag.is === 'end' || partOf(parts, tag.name) !== ''
    return []
  })
  return lines.join('\n')
}

export function templateProblems(template: string): readonly TemplateProblem[] {
  const lines = linesOf(template)
  const slips = lines.flatMap((line, i) => slipsOn(line).map((slip) => ({ line: i + 1, ...slip })))
  const all = [...slips, ...sectionProblems(lines)].sort((a, b) => a.line - b.line)
  const saysTask = lines.some((line) => tagOn(line) === null && line.includes('{{task}}'))
  return saysTask || all.length > 0 ? all : [SAYS_NOTHING]
}

const SAYS_NOTHING: TemplateProblem = {
  line: 1,
  message: '{{task}} is missing, so the agent would not be told what to do',
  hint: null,
}

const linesOf = (template: string): readonly string[] => template.split(/\r?\n/)

const PLACE = /\{\{([a-z_]+)\}\}/g

interface Tag {
  readonly is: 'begin' | 'end'
  readonly name: string
}

function tagOn(line: string): Tag | null {
  const [, mark, name] = /^\{\{([#/])([a-z_]+)\}\}$/.exec(line.trim()) ?? []
  return name === undefined ? null : { is: mark === '#' ? 'begin' : 'end', name }
}

function partOf(parts: PromptParts, name: string): string {
  if (!isPlaceholder(name)) throw new Error(`{{${name}}} is no placeholder`)
  return parts[name]
}

const isPlaceholder = (name: string): name is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(name)

type Slip = Omit<TemplateProblem, 'line'>

function slipsOn(line: string): readonly Slip[] {
  const tag = tagOn(line)
  if (tag !== null) return unknown(tag.name)
  const problems = [...line.matchAll(PLACE)].flatMap(([, name]) => unknown(name!))
  return line.replaceAll(PLACE, '').includes('{{') ? [...problems, NO_PLACEHOLDER] : problems
}

const NO_PLACEHOLDER: Slip = {
  message: '"{{" begins no placeholder here',
  hint: 'write {{name}}, or {{#name}} and {{/name}} on lines of their own',
}

function unknown(name: string): readonly Slip[] {
  if (isPlaceholder(name)) return []
  const meant = closestWord(name, PLACEHOLDERS)
  const hint =
    meant === null ? `there are ${PLACEHOLDERS.join(', ')}` : `did you mean {{${meant}}}?`
  return [{ message: `{{${name}}} is no placeholder`, hint }]
}

/** Every section must begin and end, and sections cannot be nested. */
function sectionProblems(lines: readonly string[]): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = []
  let open: { readonly name: string; readonly line: number } | null = null
  for (const [i, line] of lines.entries()) {
    const tag = tagOn(line)
    if (tag === null) continue
    const fits = tag.is === 'begin' ? open === null : open?.name === tag.name
    if (!fits) problems.push({ line: i + 1, message: sayMisfit(tag, open?.name), hint: null })
    open = tag.is === 'begin' ? { name: tag.name, line: i + 1 } : null
  }
  if (open === null) return problems
  const message = `{{#${open.name}}} is never ended by {{/${open.name}}}`
  return [...problems, { line: open.line, message, hint: null }]
}

const sayMisfit = ({ is, name }: Tag, open: string | undefined): string =>
  is === 'begin'
    ? `{{#${name}}} begins inside {{#${open}}}, which has not ended`
    : `{{/${name}}} ends what has not begun`
