/**
 * Remembers the settings by which git changes, merges and compares the content of files, as they were
 * before the agents of a run: filters, merge drivers and the like, and the attributes outside worktrees.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { inRun } from '../../core/value/home-paths.ts'
import type { RunId } from '../../core/value/ids.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { firstFew } from '../../core/say/say-wait.ts'
import { maskOutput } from '../../processes/mask-output.ts'
import { gitAtOnce } from '../call/git-command.ts'
import type { AsBefore, Repository } from '../call/repository.ts'
import { textOf } from './shared-rules.ts'

interface Setting {
  /** system, global, local, ... */
  readonly scope: string
  readonly key: string
  /** null: the setting has no value, which means yes. */
  readonly value: string | null
}

/** Texts, or their hashes, by the path of the file; the text is empty for a file that does not exist. */
type Texts = Readonly<Record<string, string>>

interface SettingsBefore {
  /** Without those that have a password. */
  readonly settings: readonly Setting[]
  /** The files that the settings came from, and those that git would also read, each with the hash of its text. */
  readonly files: Texts
  /** `info/attributes`, and the file that core.attributesFile names. */
  readonly attributes: Texts
}

/** The first call writes the settings down, so that they are known after a crash, too. */
export function rememberSettings(repository: Repository, home: string, run: RunId): void {
  if (settingsIn(home, run) !== null) return
  const current = settingsNow(repository)
  const origins = [...homeFiles(), join(repository.common, 'config'), ...(current?.origins ?? [])]
  const attributes = [infoAttributes(repository), ...attributesFile(repository)]
  const before: SettingsBefore = {
    settings: (current?.settings ?? []).filter(isWithoutSecret),
    files: hashesOf(origins),
    attributes: textsOf(attributes),
  }
  write(inRun(home, run, 'settingsBefore'), JSON.stringify(before))
}

function settingsIn(home: string, run: RunId): SettingsBefore | null {
  try {
    return JSON.parse(readFileSync(inRun(home, run, 'settingsBefore'), 'utf8')) as SettingsBefore
  } catch {
    // No agent of the run has begun, or a power cut has left half of the file.
    return null
  }
}

/** Addresses of remotes and headers may have passwords. None of them decides what becomes of files. */
function isWithoutSecret({ key, value }: Setting): boolean {
  const text = `${key} ${value ?? ''}`
  return decides(key) || maskOutput(text) === text
}

const hashesOf = (files: readonly string[]): Texts =>
  Object.fromEntries(
    files.map((file) => [file, createHash('sha256').update(textOf(file)).digest('hex')]),
  )

const textsOf = (files: readonly string[]): Texts =>
  Object.fromEntries(files.map((file) => [file, textOf(file)]))

const infoAttributes = ({ common }: Repository): string => join(common, 'info', 'attributes')

const configFolder = (): string => process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config')

const homeFiles = (): readonly string[] => [
  process.env['GIT_CONFIG_GLOBAL'] || join(homedir(), '.gitconfig'),
  join(configFolder(), 'git', 'config'),
]

/** The configured file, or git's default. A relative path names a file of each worktree, so it is left out. */
function attributesFile({ root }: Repository): readonly string[] {
  const set = gitAtOnce(['config', '--type=path', 'core.attributesFile'], { in: root })?.trim()
  const file = set || join(configFolder(), 'git', 'attributes')
  return isAbsolute(file) ? [file] : []
}

interface Found {
  readonly settings: readonly Setting[]
  readonly origins: readonly string[]
}

/** null: git cannot read the settings. */
function settingsNow({ root }: Repository): Found | null {
  const words = ['config', '--list', '-z', '--includes', '--show-scope', '--show-origin']
  const fields = gitAtOnce(words, { in: root })?.split('\0')
  if (fields === undefined) return null
  const rows = Array.from({ length: Math.floor(fields.length / 3) }, (_, row) =>
    fields.slice(row * 3, row * 3 + 3),
  )
  return {
    settings: rows.map(([scope, , text]) => {
      const end = text!.indexOf('\n')
      const key = end === -1 ? text! : text!.slice(0, end)
      return { scope: scope!, key, value: end === -1 ? null : text!.slice(end + 1) }
    }),
    origins: rows
      .filter(([, origin]) => origin!.startsWith('file:'))
      .map(([, origin]) => resolve(root, origin!.slice('file:'.length))),
  }
}

/**
 * The same repository, in which our own calls of git change, merge and compare files by the settings from
 * before the run. run null: by the settings of now.
 */
export function asBefore(repository: Repository, home: string, run: RunId | null): Repository {
  if (run === null) return repository
  const place = inRun(home, run, 'gitBefore')
  let before: SettingsBefore | null = null
  let last: { readonly texts: string; readonly answer: AsBefore } | null = null
  return {
    ...repository,
    asBefore() {
      before ??= settingsIn(home, run)
      if (before === null) return NOTHING_CHANGED
      const { files, attributes } = before
      const now = [hashesOf(Object.keys(files)), textsOf(Object.keys(attributes))]
      const texts = JSON.stringify(now)
      if (texts === JSON.stringify([files, attributes])) return NOTHING_CHANGED
      if (last?.texts !== texts || !isStanding(last.answer))
        last = { texts, answer: answerTo(repository, before, place) }
      return last.answer
    },
  }
}

/** Someone may have deleted the folder that stands in for the shared one. */
const isStanding = ({ environment: { GIT_COMMON_DIR: git } }: AsBefore): boolean =>
  git === undefined || existsSync(git)

const NOTHING_CHANGED: AsBefore = { environment: {}, notes: [] }

function answerTo(repository: Repository, before: SettingsBefore, place: string): AsBefore {
  const now = settingsNow(repository)?.settings ?? before.settings
  const keys = [...before.settings, ...now].map(({ key }) => key).filter(decides)
  const changed = [...new Set(keys)].filter(
    (key) => valuesOf(before.settings, key) !== valuesOf(now, key),
  )
  const rewritten = Object.keys(before.attributes).filter(
    (file) => before.attributes[file] !== textOf(file),
  )
  if (changed.length + rewritten.length === 0) return NOTHING_CHANGED
  const settings = [
    ...now.filter(({ key }) => !decides(key) && !key.startsWith('include')),
    ...before.settings.filter(({ key }) => decides(key)),
  ]
  makeBefore(repository, place, { ...before, settings })
  const environment = {
    GIT_COMMON_DIR: join(place, 'git'),
    GIT_CONFIG_GLOBAL: join(place, 'global'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const waysBack = [
    ...changed.flatMap((key) => unsetting(key, before.settings, now)),
    ...rewritten.map((file) => restoring(file, before, copyOf(repository, place, file))),
  ]
  return { environment, notes: [sayChanged([...changed, ...rewritten], waysBack)] }
}

/** Whether a setting decides what becomes of the content of files. */
const decides = (key: string): boolean =>
  /^(filter\..+|merge\..+\.(driver|recursive)|merge\.(default|renormalize)|diff\.external)$/.test(
    key,
  ) ||
  /^diff\..+\.(textconv|command|binary)$/.test(key) ||
  /^core\.(attributesfile|autocrlf|eol|filemode|symlinks|ignorecase|bare|worktree)$/.test(key)

const valuesOf = (settings: readonly Setting[], wanted: string): string =>
  JSON.stringify(settings.filter(({ key }) => key === wanted).map(({ value }) => value))

/**
 * Makes a folder that git takes for the one that all worktrees share: the settings are from before, and
 * links lead to everything else.
 */
function makeBefore({ common }: Repository, place: string, before: SettingsBefore): void {
  const git = join(place, 'git')
  mkdirSync(join(git, 'info'), { recursive: true, mode: 0o700 })
  // Otherwise git and git-lfs would make these folders in our copy instead of in the repository.
  mkdirSync(join(common, 'logs'), { recursive: true })
  if (before.settings.some(({ key }) => key.startsWith('filter.lfs.')))
    mkdirSync(join(common, 'lfs'), { recursive: true })
  for (const name of [...MAY_COME, ...readdirSync(common)])
    if (name !== 'config' && name !== 'info') link(join(common, name), join(git, name))
  if (existsSync(join(common, 'info')))
    for (const name of readdirSync(join(common, 'info')))
      if (name !== 'attributes') link(join(common, 'info', name), join(git, 'info', name))
  for (const [file, text] of Object.entries(before.attributes))
    write(copyOf({ common }, place, file), text)
  const own = before.settings.filter(({ scope }) => scope === 'local')
  const shared = before.settings.filter(({ scope }) => scope === 'system' || scope === 'global')
  write(
    join(git, 'config'),
    [...own, ...attributesCopied(before, common, place)].map(configLine).join(''),
  )
  write(join(place, 'global'), shared.map(configLine).join(''))
}

/** Files that git may create there at any time. */
const MAY_COME = ['packed-refs', 'shallow']

const copyOf = ({ common }: Pick<Repository, 'common'>, place: string, file: string): string =>
  file === join(common, 'info', 'attributes')
    ? join(place, 'git', 'info', 'attributes')
    : join(place, 'attributes')

/** Points core.attributesFile at our copy, because the file itself may have been rewritten. */
const attributesCopied = (
  { attributes }: SettingsBefore,
  common: string,
  place: string,
): readonly Setting[] =>
  Object.keys(attributes)
    .map((file) => copyOf({ common }, place, file))
    .filter((copy) => dirname(copy) === place)
    .map((value) => ({ scope: 'local', key: 'core.attributesfile', value }))

function link(to: string, path: string): void {
  try {
    symlinkSync(to, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function configLine({ key, value }: Setting): string {
  const [, section, subsection, name] = /^([^.]+)\.(?:([^]*)\.)?([^.]+)$/.exec(key) ?? []
  const header = subsection === undefined ? section : `${section} "${escaped(subsection)}"`
  return `[${header}]\n\t${name}${value === null ? '' : ` = "${escaped(value)}"`}\n`
}

const escaped = (text: string): string =>
  text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')

/** Writes the file in one step, because other processes may read it at the same time. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.${process.pid}.new`, text, { mode: 0o600 })
  renameSync(`${file}.${process.pid}.new`, file)
}

/**
 * The command that sets the old value again; none when there were several values, because it is unknown
 * which to take.
 */
function unsetting(
  wanted: string,
  before: readonly Setting[],
  now: readonly Setting[],
): readonly string[] {
  const [was, another] = before.filter(({ key }) => key === wanted)
  const scope = now.find(({ key }) => key === wanted)?.scope ?? was?.scope ?? 'local'
  if (another !== undefined) return []
  return [
    was === undefined
      ? `git config --${scope} --unset-all ${shellWord(wanted)}`
      : `git config --${was.scope} --replace-all ${shellWord(wanted)} ${shellWord(was.value ?? 'true')}`,
  ]
}

const restoring = (file: string, { attributes }: SettingsBefore, copy: string): string =>
  attributes[file] === '' ? `rm ${shellWord(file)}` : `cp ${shellWord(copy)} ${shellWord(file)}`

const sayChanged = (what: readonly string[], waysBack: readonly string[]): string =>
  `While the run worked, settings that every worktree and your checkout share were changed, not by Conductor: ${firstFew(what)}. ` +
  'Conductor takes in, merges and compares files by the settings from before the run; your own git goes by those of now. ' +
  `To put them back: \`${waysBack.join(' && ')}\`.`
