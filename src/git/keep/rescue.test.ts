import { chmodSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gitPlace, type GitPlace } from '../../../test/repository/git-place.ts'
import {
  attemptId,
  commitId,
  laneName,
  runId,
  taskId,
  type CommitId,
} from '../../core/value/ids.ts'
import { rescue, type RescueNote } from './rescue.ts'

const note: RescueNote = {
  run: runId(7),
  lane: laneName('task-api'),
  attempt: attemptId(runId(7), taskId('api'), 2),
  why: 'amended away',
}

/** A commit that no ref reaches. */
function loose(place: GitPlace, message: string, parent = 'HEAD'): CommitId {
  return commitId(place.git('commit-tree', '-p', parent, '-m', message, 'HEAD^{tree}'))
}

describe('rescue', () => {
  it('keeps a commit that nothing else keeps, also from git gc', async () => {
    using place = gitPlace()
    const lost = loose(place, 'lost')
    const ref = await rescue(place.repository, [lost], note)
    expect(ref).toBe('refs/conductor/rescue/run-7/task-api/1')
    place.git('reflog', 'expire', '--expire=now', '--all')
    place.git('gc', '-q', '--prune=now')
    expect(place.git('rev-parse', `${ref}^{commit}`)).toBe(lost)
    expect(place.git('for-each-ref', '--format=%(contents)', ref!)).toContain('amended away')
    expect(place.git('for-each-ref', '--format=%(contents)', ref!)).toContain(
      'Conductor-Attempt: 7-api-2',
    )
  })

  it('keeps nothing that a branch or an earlier rescue reaches', async () => {
    using place = gitPlace()
    const lost = loose(place, 'lost')
    const above = loose(place, 'above', lost)
    const reached = commitId(place.git('rev-parse', 'HEAD'))
    place.commit('second', { b: 'b' })
    expect(await rescue(place.repository, [reached], note)).toBeNull()
    expect(await rescue(place.repository, [above], note)).not.toBeNull()
    expect(await rescue(place.repository, [lost, above], note)).toBeNull()
    expect(await rescue(place.repository, [], note)).toBeNull()
  })

  it('keeps the tip of a branch, which is about to be moved', async () => {
    using place = gitPlace()
    const tip = loose(place, 'tip')
    place.git('branch', 'lane', tip)
    const ref = await rescue(place.repository, [tip], note)
    place.git('branch', '-D', 'lane')
    expect(place.git('rev-parse', `${ref}^{commit}`)).toBe(tip)
  })

  it('gives each tip a name, and commits below a tip none', async () => {
    using place = gitPlace()
    const below = loose(place, 'below')
    const tips = [loose(place, 'one', below), loose(place, 'two', below)]
    const said = await rescue(place.repository, [below, ...tips], note)
    const kept = said!.split(', ').map((ref) => place.git('rev-parse', `${ref}^{commit}`))
    expect(kept.toSorted()).toEqual(tips.toSorted())
  })

  it('forgets no commit when many are rescued at once', async () => {
    using place = gitPlace()
    const lost = Array.from({ length: 12 }, (_, number) => loose(place, `lost ${number}`))
    const refs = await Promise.all(
      lost.map((commit) => rescue(place.repository, [commit], { ...note })),
    )
    expect(new Set(refs).size).toBe(12)
    expect(refs.map((ref) => place.git('rev-parse', `${ref}^{commit}`))).toEqual(lost)
  })

  it('leaves out commits that are gone already', async () => {
    using place = gitPlace()
    const gone = commitId('1234567890123456789012345678901234567890')
    const lost = loose(place, 'lost')
    expect(await rescue(place.repository, [gone], note)).toBeNull()
    expect(await rescue(place.repository, [gone, lost], note)).toMatch(/\/1$/)
  })

  it('makes a name of any lane and a line of any reason', async () => {
    using place = gitPlace()
    const odd = { ...note, lane: laneName('../a b..lock/~^:'), why: 'two\nlines\0' }
    const ref = await rescue(place.repository, [loose(place, 'lost')], odd)
    expect(ref).toBe('refs/conductor/rescue/run-7/a-b-lock/1')
    expect(place.git('for-each-ref', '--format=%(contents:subject)', ref!)).toBe('two lines')
  })

  it('is not stopped by a hook', async () => {
    using place = gitPlace()
    place.write('.git/hooks/reference-transaction', '#!/bin/sh\nexit 1\n')
    const lost = loose(place, 'lost')
    chmodSync(`${place.path}/.git/hooks/reference-transaction`, 0o755)
    expect(await rescue(place.repository, [lost], note)).toMatch(/\/1$/)
  })
})
