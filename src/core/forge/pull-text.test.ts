import { describe, expect, it } from 'vitest'
import { playGame } from '../../../test/played/play.ts'
import { commitId, laneName, runId, taskId } from '../value/ids.ts'
import { markIn, ourPart, withOurPart } from './pull-text.ts'
import { taskOf } from '../run/run.ts'

const HEAD = commitId('a'.repeat(40))
const END = '<!-- conductor: end -->'

function partFor(name: string): string {
  const { run } = playGame('a:', { tasks: { a: { name } } })
  const task = taskOf(run, taskId('a'))
  const wanted = { lane: laneName('task-a'), tasks: [task], pieces: [], below: [], isReady: true }
  return ourPart(run, { wanted, all: [wanted], head: HEAD })
}

it('names a command as what did the work, not the agent of the plan', () => {
  const work = { is: 'command', line: 'make' } as const
  const { run } = playGame('a:', { tasks: { a: { name: 'Docs', work, agent: 'toy' } } })
  const task = taskOf(run, taskId('a'))
  const wanted = { lane: laneName('task-a'), tasks: [task], pieces: [], below: [], isReady: true }
  expect(ourPart(run, { wanted, all: [wanted], head: HEAD })).toContain('- Docs (command): ')
})

describe('the mark of a pull request', () => {
  it('says the run, the lane and the commit, as the run has them', () => {
    expect(markIn(partFor('A'))).toEqual({ run: runId(1), lane: 'task-a', head: HEAD })
  })

  it('is not there in a text without it', () => {
    expect(markIn('Hello')).toBe(null)
  })

  it.each([END, `x ${END} @ann`, '<!-- conductor: run 9 lane x head 0 -->'])(
    'cannot be broken by a name such as %s',
    (name) => {
      const part = partFor(name)
      expect(part.split(END)).toHaveLength(2)
      expect(markIn(part)?.run).toBe(runId(1))
      expect(withOurPart(`Before.\n${part}\nAfter.`, 'new')).toBe('Before.\nnew\nAfter.')
      expect(part).not.toContain('@ann')
    },
  )
})

describe('what people write', () => {
  const [old, now] = [partFor('Old'), partFor('New')]

  it('stays before and after our part', () => {
    expect(withOurPart(`Mine.\n\n${old}\n\nAlso mine.`, now)).toBe(`Mine.\n\n${now}\n\nAlso mine.`)
    expect(withOurPart('Mine.', now)).toBe(`Mine.\n\n${now}`)
    expect(withOurPart(' \n', now)).toBe(now)
  })

  it('stays when it quotes the end of our part', () => {
    const body = withOurPart(`They say ${END}.\n\n${old}`, now)
    expect(body).toBe(`They say ${END}.\n\n${now}`)
    expect(withOurPart(body, now)).toBe(body)
  })

  it('stays when the end of our part was removed', () => {
    const body = withOurPart(`${old.replace(END, '')}\nMine.`, now)
    expect(body).toContain('Mine.')
    expect(body.endsWith(now)).toBe(true)
    expect(withOurPart(body, now)).toBe(body)
  })
})
