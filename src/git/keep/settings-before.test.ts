import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { execSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitIn, writeIn } from '../../../test/repository/git-in.ts'
import {
  asking,
  never,
  opened,
  sealed,
  worktreePlace,
  type WorktreePlace,
} from '../../../test/repository/worktree-place.ts'
import { inRun } from '../../core/value/home-paths.ts'
import { attemptId, runId, taskId } from '../../core/value/ids.ts'
import type { Worktree, Worktrees } from '../../conduct/worktree-ports.ts'
import { openTarget } from '../land/target.ts'
import type { Repository } from '../call/repository.ts'
import { asBefore } from './settings-before.ts'

/** The repository as a run sees it after its agents have begun. */
async function begun(
  place: WorktreePlace,
  lane = 'task-a',
): Promise<{ repository: Repository; worktrees: Worktrees; worktree: Worktree }> {
  const repository = asBefore(await place.repository(), place.home, runId(1))
  const worktrees = await place.worktrees({ repository })
  const worktree = await opened(worktrees.open(asking(lane, place.head()), never))
  return { repository, worktrees, worktree }
}

const request = {
  run: runId(1),
  task: taskId('task-a'),
  attempt: attemptId(runId(1), taskId('task-a'), 1),
  subject: 'Work',
  succeeded: true,
}

const attributes = (place: WorktreePlace, line: string): void =>
  place.write('.git/info/attributes', `${line}\n`)

it('[W27] what is kept of the settings has no password of a remote', async () => {
  using place = worktreePlace()
  const token = 'a1b2'.repeat(10)
  place.git('remote', 'add', 'origin', `https://${token}@git.example.com/acme/shop.git`)
  place.git('config', 'http.extraHeader', `AUTHORIZATION: basic ${token}`)
  place.git('config', 'filter.x.clean', 'cat')
  await begun(place)
  const kept = readFileSync(inRun(place.home, runId(1), 'settingsBefore'), 'utf8')
  expect(kept).not.toContain(token)
  expect(kept).toContain('filter.x.clean')
})

it('[W27] what an agent has made of shared filters does not change files of others, nor what they committed', async () => {
  using place = worktreePlace()
  const { worktrees, worktree } = await begun(place)
  place.git('config', 'filter.x.clean', 'true')
  attributes(place, '*.txt filter=x')
  writeIn(worktree.path, 'own.txt', 'its own commit\n')
  gitIn(worktree.path, 'add', '--all')
  gitIn(worktree.path, 'commit', '--quiet', '--message=own')
  writeIn(worktree.path, 'left.txt', 'hours of work\n')
  const seal = await worktrees.seal(worktree, request)
  const show = (file: string): string => place.git('show', `${worktree.branch}:${file}`)
  expect(['own.txt', 'left.txt', 'a.txt'].map(show)).toEqual([
    'its own commit',
    'hours of work',
    'a',
  ])
  const [note] = seal.ok ? seal.notes : []
  expect(note).toContain('filter.x.clean')
  expect(await worktrees.seal(worktree, request)).toMatchObject({ ok: true, notes: [] })

  execSync(/`(.*)`/.exec(note!)![1]!, { cwd: place.root })
  expect(place.git('check-attr', 'filter', 'x.txt')).toContain('unspecified')
  expect(place.git('config', '--list')).not.toContain('filter')
  await worktrees.close()
})

it('[W27] nor do shared merge drivers and attributes change what landing comes to', async () => {
  using place = worktreePlace()
  const base = place.head()
  const { repository, worktrees, worktree } = await begun(place)
  const target = openTarget(repository, 'target')
  writeIn(worktree.path, 'a.txt', 'ours\n')
  const ours = await sealed(worktrees, worktree)
  const other = await opened(worktrees.open(asking('task-b', base), never))
  writeIn(other.path, 'a.txt', 'theirs\n')
  const theirs = await sealed(worktrees, other)
  place.git('config', 'merge.x.driver', 'true')
  for (const line of ['* merge=x', '* merge=union', '* -text working-tree-encoding=UTF-16']) {
    attributes(place, line)
    const merge = await target.merge({ onto: ours, commit: theirs, message: 'm\n' })
    expect(merge).toMatchObject({ is: 'conflict', conflicts: [{ path: 'a.txt' }] })
    const { conflicts } = await worktrees.beginMerge(worktree, theirs)
    expect(conflicts).toEqual(['a.txt'])
    gitIn(worktree.path, '-c', 'core.attributesFile=', 'reset', '--quiet', '--merge')
  }
  await worktrees.close()
})

it('[W27] what was set before the run goes on to count, and so do attributes of the work itself', async () => {
  using place = worktreePlace()
  place.git('config', 'filter.loud.clean', 'tr a-z A-Z')
  const more = join(place.top, 'more')
  const global = join(place.top, 'attributes')
  writeIn(place.top, 'more', '[filter "loud"]\n\tsmudge = "tr \\"A-Z\\" a-z"\n')
  writeIn(place.top, 'attributes', '*.loud filter=loud\n')
  place.git('config', 'include.path', '../../more')
  place.git('config', 'core.attributesFile', global)
  const { worktrees, worktree } = await begun(place)
  appendFileSync(global, '*.txt filter=loud\n')
  rmSync(more)
  place.git('config', 'filter.loud.clean', 'true')
  for (const file of ['x.loud', 'x.txt', 'x.own']) writeIn(worktree.path, file, 'x\n')
  writeIn(worktree.path, '.gitattributes', '*.own filter=loud\n')
  const commit = await sealed(worktrees, worktree)
  const show = (file: string): string => place.git('cat-file', 'blob', `${commit}:${file}`)
  expect(['x.loud', 'x.txt', 'x.own'].map(show)).toEqual(['X', 'x', 'X'])
  await worktrees.release(worktree.lane, 'kept', place.head())
  rmSync(worktree.path, { recursive: true })
  const again = await opened(
    worktrees.open(asking('task-a', place.head(), { start: 'continue' }), never),
  )
  expect(execSync('cat x.loud x.own', { cwd: again.path, encoding: 'utf8' })).toBe('x\nx\n')
  await worktrees.close()
})
