import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { gitPlace, type GitFolder, type GitPlace } from '../../../test/repository/git-place.ts'
import type { Worktree } from '../../conduct/worktree-ports.ts'
import { attemptId, runId, taskId } from '../../core/value/ids.ts'
import { sealWorktree } from './seal-worktree.ts'

type Lane = Worktree & GitFolder
type Deed = (lane: Lane, file: string, text: string) => unknown

/** What agents do, and some of what they should not do. An action that git refuses does not count. */
const DEEDS: Readonly<Record<string, Deed>> = {
  write: (lane, file, text) => lane.write(file, text),
  'write again': (lane, file, text) => lane.write(file, `${text}, again`),
  'write new': (lane, file, text) => lane.write(`new-${file}`, text),
  'write ignored': (lane, _file, text) => lane.write('ignored', text),
  delete: (lane, file) => rmSync(join(lane.path, file)),
  chmod: (lane, file) => chmodSync(join(lane.path, file), 0o755),
  rename: (lane, file, text) =>
    renameSync(join(lane.path, file), join(lane.path, `${file}-${text}`)),
  stage: (lane, file) => lane.git('add', file),
  commit: (lane, _file, text) => lane.commit(text),
  'write and commit': (lane, file, text) => lane.commit(text, { [file]: text }),
  amend: (lane, _file, text) => lane.git('commit', '-q', '--amend', '-a', '-m', text),
  'reset hard': (lane) => lane.git('reset', '-q', '--hard', 'HEAD~1'),
  'reset to base': (lane) => lane.git('reset', '-q', '--hard', lane.base),
  'reset soft': (lane) => lane.git('reset', '-q', '--soft', 'HEAD~1'),
  'new branch': (lane, _file, text) => lane.git('switch', '-q', '-c', `mine-${text}`),
  'delete branch': (lane, _file, text) => lane.git('branch', '-D', `mine-${text}`),
  'back to the branch': (lane) => lane.git('switch', '-q', lane.branch),
  detach: (lane) => lane.git('switch', '-q', '--detach', 'HEAD~1'),
  'orphan branch': (lane, _file, text) => lane.git('switch', '-q', '--orphan', `orphan-${text}`),
  stash: (lane) => lane.git('stash', '-q', '--include-untracked'),
  'begin a merge': (lane) => lane.git('merge', '-q', 'other'),
  'begin a rebase': (lane) => lane.git('rebase', '-q', '--autostash', 'other'),
  'begin a pick': (lane) => lane.git('cherry-pick', 'other'),
  'abort a merge': (lane) => lane.git('merge', '--abort'),
  'skip-worktree': (lane, file) => lane.git('update-index', '--skip-worktree', file),
  'assume-unchanged': (lane, file) => lane.git('update-index', '--assume-unchanged', file),
}

const deed = fc.tuple(
  fc.constantFrom(...Object.keys(DEEDS)),
  fc.constantFrom('a.txt', 'b.txt', 'folder/c.txt'),
  fc.constantFrom('one', 'two', 'three'),
)

/** Sequences in which something was lost while this was written, or easily could be. */
const ONCE_LOST: readonly (readonly string[])[] = [
  ['skip-worktree', 'write'],
  ['assume-unchanged', 'write'],
  ['orphan branch', 'begin a merge', 'write', 'stash'],
  ['write and commit', 'write again', 'begin a rebase'],
  ['write and commit', 'begin a merge', 'write again'],
]

it('loses no commit and no file, whatever agents do in their worktrees', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(deed, { maxLength: 8 }), { maxLength: 3 }), async (days) => {
      using place = gitPlace({ 'a.txt': 'a\n', 'folder/c.txt': 'c\n', '.gitignore': 'ignored\n' })
      const lane = place.worktree('task-api')
      place.git('switch', '-q', '-c', 'other')
      place.commit('other', { 'a.txt': 'other\n', 'b.txt': 'other\n' })
      const commits = new Set<string>()
      for (const [number, day] of days.entries()) {
        for (const deed of day) record(lane, deed, commits)
        const contents = contentsOf(lane)
        expect(await seal(place, lane, number + 1)).toMatchObject({ ok: true })
        expect(lane.git('status', '--porcelain')).toBe('')
        expect(lane.git('symbolic-ref', '--short', 'HEAD')).toBe(lane.branch)
        expect(missing(place, [...commits, ...contents])).toEqual([])
      }
    }),
    {
      examples: ONCE_LOST.map((day) => [[day.map((name) => [name, 'a.txt', 'one'])]]),
      numRuns: Number(process.env['FUZZ_RUNS'] ?? 12),
      seed: Number(process.env['FUZZ_SEED'] ?? 5),
    },
  )
}, 600_000)

function record(lane: Lane, [name, file, text]: readonly string[], commits: Set<string>): void {
  const quietly = (what: () => unknown): unknown => {
    try {
      return what()
    } catch {
      return ''
    }
  }
  quietly(() => DEEDS[name!]!(lane, file!, text!))
  const made = ['HEAD', 'refs/stash'].map((ref) =>
    quietly(() => lane.git('rev-parse', '--verify', '-q', ref)),
  )
  for (const id of made) if (id !== '') commits.add(String(id))
}

/** The ids of the blobs of all files that are not ignored. */
function contentsOf(lane: Lane): readonly string[] {
  const files = readdirSync(lane.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.git' && entry.name !== 'ignored')
    .map((entry) => join(entry.parentPath, entry.name))
  return files.length === 0 ? [] : lane.git('hash-object', ...files).split('\n')
}

const seal = (place: GitPlace, lane: Lane, number: number): ReturnType<typeof sealWorktree> =>
  sealWorktree(place.repository, lane, {
    run: runId(7),
    task: taskId('api'),
    attempt: attemptId(runId(7), taskId('api'), number),
    subject: 'work',
    succeeded: true,
  })

/** The commits that neither a branch nor a rescue reaches. */
function missing(place: GitPlace, objects: readonly string[]): readonly string[] {
  const refs = ['--branches', '--glob=refs/conductor/rescue']
  const kept = new Set(place.git('rev-list', '--objects', '--no-object-names', ...refs).split('\n'))
  return objects.filter((id) => !kept.has(id))
}
