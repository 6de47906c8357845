/** Compares what the surfaces of a run say with how it must stand; returns a line for each disagreement. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { NeedDocument } from '../../src/core/report/attention-document.ts'
import type { DrawnRun, DrawnTask } from './drawn-run.ts'
import { COLUMN, sessionOf, endsOf, statusOf, wordOf, type End } from './oracle.ts'
import type { Place } from './place.ts'
import type { Play } from './play.ts'
import type { Surfaces } from './surfaces.ts'

type Ends = ReadonlyMap<string, End>

export function disagreements(
  { run, place, done }: Pick<Play, 'run' | 'place' | 'done'>,
  seen: Surfaces,
): readonly string[] {
  const ends = endsOf(run, done)
  const status = statusOf(ends, done)
  const states = [...ends].map(([id, { is }]) => `${id} ${is}`)
  const results = ({ results }: { results: readonly { id: string; status: string }[] }) =>
    results.map(({ id, status }) => `${id} ${status}`)
  return [
    ...differ('status --json, results', states, results(seen.status)),
    ...differ('status --json, status', status, seen.status.status),
    ...differ('status --json, conducted', false, seen.status.conducted),
    ...differ('status --json, tasks', countsOf(ends, seen.status.tasks), seen.status.tasks),
    ...differ('attention --json', needsOf(ends), seen.attention.map(sayNeed).toSorted()),
    ...differ(
      'status --json, attention',
      seen.attention.map(sayNeed),
      seen.status.attention.map(sayNeed),
    ),
    ...differ(
      'summary.json, results',
      states,
      seen.summary === null ? null : results(seen.summary),
    ),
    ...differ('summary.json, status', status, seen.summary?.status),
    ...differ(
      'the page',
      [...ends].map(([id, { is }]) => `${id} ${COLUMN[is]}`),
      [...seen.columns].map((entry) => entry.join(' ')),
    ),
    ...run.tasks.flatMap((task) => [
      ...ofWords(task, ends.get(task.id)!, seen),
      ...ofSession(task, ends.get(task.id)!, seen),
      ...ofWork(task, ends.get(task.id)!, run, place),
    ]),
    ...seen.attention.flatMap((need) => ofNeed(need, seen)),
  ]
}

export const differ = (where: string, expected: unknown, actual: unknown): readonly string[] =>
  isDeepStrictEqual(expected, actual)
    ? []
    : [`${where}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`]

const sayNeed = ({ task, kind }: NeedDocument): string => `${task ?? 'run'} ${kind}`

const needsOf = (ends: Ends): readonly string[] =>
  [...ends].flatMap(([id, { need }]) => (need === null ? [] : [`${id} ${need}`])).toSorted()

function countsOf(
  ends: Ends,
  shape: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const all = [...ends.values()]
  const count = (name: string): number =>
    name === 'total' ? all.length : all.filter(({ is }) => is === name).length
  return Object.fromEntries(Object.keys(shape).map((name) => [name, count(name)]))
}

function ofWords({ id }: DrawnTask, end: End, { statusText }: Surfaces): readonly string[] {
  const word = wordOf(end)
  const lines = statusText.split('\n').filter((line) => new RegExp(`^\\[.\\] ${id} - `).test(line))
  if (word === null) return differ(`status, lines about ${id}`, [], lines)
  return lines.some((line) => line.includes(`${id} - ${word}`))
    ? []
    : [`status: no line says that ${id} is ${word}`]
}

/** Only a stuck attempt must have a session file; others may have none. */
function ofSession({ id }: DrawnTask, end: End, { sessions, status }: Surfaces): readonly string[] {
  const attempt = `1-${id}-${status.results.find((result) => result.id === id)!.attempts}`
  const session = sessions.get(attempt)
  const expected = sessionOf(end)
  if (session !== undefined && expected !== null)
    return differ(`session file ${attempt}`, expected, session.status)
  return session === undefined && expected === 'stuck'
    ? [`there is no session file ${attempt}, though ${id} is ${end.is}`]
    : []
}

/** Work that landed is in the target. Work that did not land is kept elsewhere, and not in the target. */
function ofWork(
  { id, does }: DrawnTask,
  { is }: End,
  run: DrawnRun,
  place: Place,
): readonly string[] {
  const file = `${id}.txt`
  if (does === 'nothing') return []
  if (run.isolation === 'none')
    return is === 'landed' && !existsSync(join(place.repository, file))
      ? [`${id} has landed, but there is no ${file}`]
      : []
  const isThere = holds(place, 'conductor/run-1', file)
  if (isThere !== (is === 'landed'))
    return [`${id} is ${is}, but ${file} is ${isThere ? '' : 'not '}in the target`]
  return isThere || !place.hasMark(`${id}.began`) || isKept(place, file)
    ? []
    : [`what ${id} made is not kept anywhere`]
}

const holds = (place: Place, commit: string, file: string): boolean =>
  place.git('ls-tree', '--name-only', commit, '--', file) !== ''

const isKept = (place: Place, file: string): boolean =>
  place.git('log', '--all', '--format=%H', '-n1', '--', file) !== ''

/** Every need has commands to type, and both attention and status print them. */
function ofNeed(
  { task, kind, ways }: NeedDocument,
  { attentionText, statusText }: Surfaces,
): readonly string[] {
  const need = `${task ?? 'the run'} (${kind})`
  if (ways.length === 0) return [`attention has no way out for ${need}`]
  return ways.flatMap(({ command }) => [
    ...(attentionText.includes(command) ? [] : [`attention does not say ${command} for ${need}`]),
    ...(statusText.includes(command) ? [] : [`status does not say ${command} for ${need}`]),
  ])
}
