import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../../../test/played/play.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { explain } from './explain.ts'
import { partsOf, shownBy } from './filter.ts'

const id = taskId

const plan = {
  ...planFrom('login:\nschema:\npage: login\ndocs:', {
    login: { name: 'Log in with a password', epic: 'Sign-in', files: ['src/auth/session.ts'] },
    schema: { name: 'Tables', agent: 'codex', issue: 12 },
    docs: { needsHuman: true },
  }),
  groups: [{ name: 'back', tasks: [id('schema'), id('docs')], description: null }],
}

function shown(words: string, part = ''): string {
  const game = new Game(plan, { agents: 1 })
  game.startAll()
  game.record([
    {
      type: 'conversation-started',
      task: id('login'),
      attempt: game.run.attemptsOf.get(id('login'))![0]!,
      conversation: { agent: 'claude', id: 'c', model: 'Opus' },
    },
  ])
  const isShown = shownBy({ words, part }, game.run, explain(game.run, game.now).attention)
  const cards = plan.tasks.map((_, card) => card)
  return cards
    .filter((card) => isShown?.(card) ?? true)
    .map((card) => plan.tasks[card]!.id)
    .join()
}

describe('the filter', () => {
  it('shows everything when nothing is asked for', () => {
    const game = new Game(plan, {})
    expect(shownBy({ words: '  ', part: '' }, game.run, new Map())).toBe(null)
  })

  it.each([
    ['LOG', 'login'],
    ['password', 'login'],
    ['sign-in', 'login'],
    ['codex', 'schema'],
    ['opus', 'login'],
    ['session.ts', 'login'],
    ['#12', 'schema'],
    ['waiting', 'schema,page,docs'],
    ['working', 'login'],
    ['needs you', 'docs'],
    ['task-page', 'page'],
  ])('finds "%s"', (words, tasks) => {
    expect(shown(words)).toBe(tasks)
  })

  it('finds a state by the word on its card, too', () => {
    const game = new Game(planFrom('a:'), { isolation: 'worktree', review: true })
    game.startAll()
    game.end(taskId('a'), OUTCOMES.succeeded)
    for (const words of ['ready', 'review'])
      expect(shownBy({ words, part: '' }, game.run, new Map())?.(0)).toBe(true)
  })

  it('wants every word, in any order', () => {
    expect(shown('waiting tables')).toBe('schema')
    expect(shown('working tables')).toBe('')
  })

  it('keeps to an epic or a group', () => {
    expect(partsOf(plan)).toEqual(['epic: Sign-in', 'group: back'])
    expect(shown('', 'epic: Sign-in')).toBe('login')
    expect(shown('', 'group: back')).toBe('schema,docs')
    expect(shown('docs', 'group: back')).toBe('docs')
  })

  it('shows everything of a part that is not there any more', () => {
    expect(shown('', 'group: gone')).toBe('login,schema,page,docs')
    expect(shown('', 'epic: gone')).toBe('login,schema,page,docs')
  })

  it('follows what a task is at', () => {
    const game = new Game(plan, { agents: 1 })
    game.startAll()
    const isShown = shownBy({ words: 'failed', part: '' }, game.run, new Map())!
    expect(isShown(0)).toBe(false)
    game.end(id('login'), OUTCOMES.failed)
    expect(isShown(0)).toBe(true)
  })
})
