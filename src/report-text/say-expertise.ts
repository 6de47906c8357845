/** What was learnt, and what an export has done, for a terminal. */
import type { Expertise } from '../core/expertise/expertise.ts'
import type { ExportDocument, ExportedFile } from '../core/expertise/exported.ts'
import { sayCount } from '../core/say/say-count.ts'
import { columns } from './columns.ts'
import type { Paint } from './paint.ts'

const NOTHING =
  'Nothing has been learnt yet: no task has landed or failed here. See what your run does: conductor status'

export function sayExpertise(domains: readonly Expertise[], style: Paint): string {
  if (domains.length === 0) return NOTHING
  return [
    ...table(domains, style),
    ...domains.flatMap((one) => ['', ...details(one, style)]),
    '',
    'Write it into .claude/commands/experts/ for your agents: conductor expertise export',
  ].join('\n')
}

function table(domains: readonly Expertise[], style: Paint): readonly string[] {
  const cells = [
    ['domain', 'tasks', 'landed', 'failed', 'confidence'],
    ...domains.map(({ domain, usage_count, landed, failed, confidence }) => [
      domain,
      ...[usage_count, landed, failed].map(String),
      confidence.toFixed(2),
    ]),
  ]
  const [head, ...rows] = columns(cells)
  return [style.dim(head!), ...rows]
}

const MOST_FILES = 5

function details(expertise: Expertise, style: Paint): readonly string[] {
  const { domain, files, patterns, techniques, learnings } = expertise
  const changed = files.slice(0, MOST_FILES).map(({ path, tasks }) => `${path} (${tasks})`)
  return [
    style.bold(domain),
    ...(changed.length === 0 ? [] : [`  changes most: ${changed.join(', ')}`]),
    ...patterns.slice(0, 1).map(({ name }) => `  change together: ${name}`),
    ...techniques.slice(0, 1).map(({ steps }) => `  check that passes: ${steps.join(' ')}`),
    ...learnings.map(({ date, lesson, type }) => {
      const mark = type === 'success' ? style.good('✓') : style.bad('✗')
      return `  ${mark} ${date} ${lesson}`
    }),
    ...(changed.length + learnings.length === 0 ? ['  no files and no lessons yet'] : []),
  ]
}

export function sayExport({ dry_run, files, ignored }: ExportDocument): string {
  if (files.length === 0) return NOTHING
  const written = files.filter(({ result }) => result === 'created' || result === 'updated').length
  const same = files.filter(({ result }) => result === 'unchanged').length
  return [
    ...files.filter(({ result }) => result !== 'unchanged').map(sayFile),
    `${dry_run ? 'Would write' : 'Wrote'} ${sayCount(written, 'file')}; ${same} unchanged.${dry_run || written === 0 ? '' : ' Nothing is committed.'}`,
    ...sayKept(files),
    ...sayIgnored(ignored),
  ].join('\n')
}

const sayFile = ({ path, result, why, copy }: ExportedFile): string =>
  [
    `  ${result.padEnd(7)}  ${path}`,
    ...(result === 'kept' ? [`           ${why}`] : []),
    ...(copy === null ? [] : [`           a copy of what was there: ${copy}`]),
  ].join('\n')

const sayKept = (files: readonly ExportedFile[]): readonly string[] =>
  files.some(({ result }) => result === 'kept')
    ? [
        'What was kept stays as it is; replace it and keep a copy: conductor expertise export --force',
      ]
    : []

const sayIgnored = (ignored: readonly string[]): readonly string[] =>
  ignored.length === 0
    ? []
    : [
        `Git ignores ${ignored.length} of these files, so they will not be committed; \`git add --force\` adds them.`,
      ]
