/** The default file and the table of docs/configuration.md are made from the settings: `npm test -- -u <this file>` writes them. */
import { readFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { expect, it } from 'vitest'
import { checkValue } from '../yaml-file/check-value.ts'
import { SETTINGS } from './all-settings.ts'
import { ALL_SETTINGS } from './config-schema.ts'
import { describeConfig } from './describe-config.ts'
import { resolveConfig } from './resolve-config.ts'
import { isSection, type SectionSpec, type SettingSpec } from './setting-spec.ts'

const path = 'config/default.yaml'
const document = 'docs/configuration.md'
const TABLE: Readonly<Record<string, SettingSpec | SectionSpec>> = ALL_SETTINGS

it('names every setting in config/default.yaml, each with the value it has anyway', () => {
  const silent = resolveConfig({})
  const spoken = resolveConfig({ user: { path, text: readFileSync(path, 'utf8') } })
  if (!silent.ok || !spoken.ok) throw new Error(JSON.stringify(spoken))
  expect(values(spoken)).toEqual(values(silent))
  const unsaid = [...spoken.settings].filter(([, { origin }]) => origin === 'default')
  expect(unsaid).toEqual([])
})

const values = ({ settings }: { readonly settings: ReadonlyMap<string, { value: unknown }> }) =>
  Object.fromEntries([...settings].map(([key, { value }]) => [key, value]))

it('says in config/default.yaml what each setting is for', async () => {
  const now = Object.keys(SETTINGS).map(linesOf)
  const older = Object.keys(TABLE).filter((key) => !(key in SETTINGS))
  const lines = [HEAD, ...now, '\n# Of older programs:', ...older.map(linesOf), '']
  await expect(lines.join('\n')).toMatchFileSnapshot(`../../${path}`)
})

const HEAD = `# Every setting of Conductor with its default. Copy what you want to change into
# .conductor/config.yaml (this repository) or ~/.conductor/config.yaml (you).
# \`conductor config\` shows the values in force and where each comes from.
`

function linesOf(key: string): string {
  const entry = TABLE[key]!
  if (!isSection(entry)) return lineOf(key, key, entry)
  const fields = Object.entries(entry.fields).map(
    ([name, spec]) => `  ${lineOf(`${key}.${name}`, name, spec)}`,
  )
  return [`${key}:${entry.about && ` # ${entry.about}`}`, ...fields].join('\n')
}

function lineOf(key: string, name: string, { usual, unit, about }: SettingSpec): string {
  const value: unknown = unit !== '' && usual !== null ? shownOf(key).replaceAll(' ', '') : usual
  const yaml = stringify(value, { collectionStyle: 'flow', singleQuote: true })
  return `${name}: ${yaml.trim().replace(/^\[ (.+) \]$/, '[$1]')} # ${about}`
}

it('lists every setting in docs/configuration.md', async () => {
  const rows = Object.entries(TABLE).flatMap(([key, entry]) =>
    isSection(entry)
      ? [
          ...(entry.about ? [row([`\`${key}\``, '', '', entry.about])] : []),
          ...Object.entries(entry.fields).map(([name, spec]) => rowOf(`${key}.${name}`, spec)),
        ]
      : [rowOf(key, entry)],
  )
  const table = ['| key | value | default | meaning |', '|---|---|---|---|', ...rows, '']
  const text = readFileSync(document, 'utf8')
  const written = text.replace(
    /\| key \| value \| default[\s\S]*?\n\n/,
    () => `${table.join('\n')}\n`,
  )
  await expect(written).toMatchFileSnapshot(`../../${document}`)
})

const rowOf = (key: string, spec: SettingSpec): string =>
  row([
    `\`${key}\``,
    takes(spec),
    `\`${shownOf(key)}\``,
    spec.about + (spec.flag === undefined ? '' : `; flag \`${spec.flag}\``),
  ])

const row = (cells: readonly string[]): string =>
  `| ${cells.join(' | ').replaceAll(/docs\/([\w-]+\.md)/g, '[$1]($1)')} |`

/** What a setting takes, in the words with which its schema refuses any other value. */
function takes({ schema }: SettingSpec): string {
  const checked = checkValue(schema, () => {}, ['it'])
  const words = checked.ok
    ? ''
    : /must be (?:a |an )?(.+), not/s.exec(checked.complaints[0]!.message)![1]!
  return words.replace(/,? such as .*/, '').replace(/^one of /, '')
}

const usual = resolveConfig({})
const shown = usual.ok ? describeConfig(usual) : []
const shownOf = (key: string): string => shown.find((row) => row.key === key)?.value ?? '{}'
