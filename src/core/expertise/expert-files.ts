/** The files of an expert, as agents read them: `expertise.yaml`, and the commands `question` and `self-improve`. */
import type { Expertise } from './expertise.ts'
import { questionCommand, selfImproveCommand } from './expert-commands.ts'

export interface ExpertFile {
  /** From the top of the repository. */
  readonly path: string
  /** Without the last line, which says that we wrote it (`mark-file.ts`). */
  readonly text: string
  /** Of `expertise.yaml`; null: the file is the same for every version. */
  readonly edition: Edition | null
}

export type Edition = Pick<Expertise, 'version' | 'last_updated'>

const EXPERTS = '.claude/commands/experts'

export function expertFiles(expertise: Expertise): readonly ExpertFile[] {
  const { domain, version, last_updated } = expertise
  const path = (name: string): string => `${EXPERTS}/${domain}/${name}`
  const yaml = path('expertise.yaml')
  return [
    { path: yaml, text: expertiseYaml(expertise), edition: { version, last_updated } },
    { path: path('question.md'), text: questionCommand(domain, yaml), edition: null },
    { path: path('self-improve.md'), text: selfImproveCommand(domain, yaml), edition: null },
  ]
}

function expertiseYaml(expertise: Expertise): string {
  const { domain, description, confidence, usage_count, version, last_updated } = expertise
  const { files, patterns, techniques, learnings } = expertise
  return [
    ...fields({ domain, description, confidence, usage_count, version, last_updated }),
    ...list(
      'files',
      files.map(({ path }) => [yamlText(path)]),
    ),
    ...list(
      'patterns',
      patterns.map((pattern) => fields(pattern)),
    ),
    ...list(
      'techniques',
      techniques.map(({ name, steps }) => [
        ...fields({ name }),
        ...list(
          'steps',
          steps.map((step) => [yamlText(step)]),
        ),
      ]),
    ),
    ...list(
      'learnings',
      learnings.map((learning) => fields(learning)),
    ),
    '',
  ].join('\n')
}

const fields = (of: object): readonly string[] =>
  Object.entries(of).map(([key, value]: [string, unknown]) => `${key}: ${yamlText(value)}`)

/** JSON is YAML, if it has no characters that YAML cannot print. */
const yamlText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const list = (key: string, entries: readonly (readonly string[])[]): readonly string[] =>
  entries.length === 0
    ? [`${key}: []`]
    : [
        `${key}:`,
        ...entries.flatMap((lines) =>
          lines.map((line, at) => `${at === 0 ? '  - ' : '    '}${line}`),
        ),
      ]
