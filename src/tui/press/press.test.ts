import { expect, it } from 'vitest'
import { taskId } from '../../core/value/ids.ts'
import { pictureOf } from '../../../test/browser/picture-of.ts'
import { QUESTION } from '../../../test/played/play.ts'
import { asks as asksFor, waitsForLeave } from '../../../test/played/needs.ts'
import {
  scriptedLiveRun,
  tasksFrom,
  type ScriptedRun,
} from '../../../test/played/scripted-live-run.ts'
import { paste, press } from './press.ts'
import { afterAnswer } from './press-attention.ts'
import { FIRST_VIEW, type Pressed, type Scene, type View } from '../view.ts'

const PAGE = 4

/** a works; b and c wait behind it, d fails, e to j stand in line. */
function chain(): ScriptedRun {
  const tasks = tasksFrom('d\na\nb: a\nc: b\ne\nf\ng\nh\ni\nj', { a: { priority: 1 } })
  const live = scriptedLiveRun({ name: 'chain', tasks, groups: [] }, { agents: 2 })
  live.startAll()
  return live.fail('d')
}

/** Types the keys one after another; a word is one key, anything else is typed letter by letter. */
function type(live: ScriptedRun, keys: readonly string[], owner = true): Pressed {
  return keys.reduce<Pressed>(
    ({ view, effects }, key) => {
      const pressed = press(key, view, scene(live, view, owner))
      return { view: pressed.view, effects: [...effects, ...pressed.effects] }
    },
    { view: FIRST_VIEW, effects: [] },
  )
}

function scene(live: ScriptedRun, view: View, owner: boolean): Scene {
  const picture = pictureOf(live, 1000, '80x24', { ...view, owner })
  return { ...picture, top: 1, page: PAGE }
}

const selectedAfter = (...keys: string[]): string | null => type(chain(), keys).view.selected

it('moves through the queue and stops at its ends', () => {
  // The queue is a | e f g h i j | b c | d, and what is above e works.
  expect(selectedAfter()).toBeNull()
  expect(selectedAfter('j')).toBe('e')
  expect(selectedAfter('k')).toBe('a')
  expect(selectedAfter('down', 'down', 'up')).toBe('e')
  expect(selectedAfter('j', 'page-down')).toBe('i')
  expect(selectedAfter('G')).toBe('d')
  expect(selectedAfter('G', 'j', 'j')).toBe('d')
  expect(selectedAfter('G', 'page-up')).toBe('i')
  expect(selectedAfter('G', 'g', 'k')).toBe('a')
  expect(selectedAfter('j', 'escape')).toBeNull()
})

it('keeps hold of the selected task when it moves in the queue', () => {
  const live = chain()
  const { view } = type(live, ['g'])
  live.land('a')
  expect(press('c', view, scene(live, view, true)).view.message?.text).toBe(
    '"a" has landed; there is nothing more to do',
  )
})

it('says so when a key needs a task and none is selected', () => {
  const { view, effects } = type(chain(), ['c'])
  expect(view.message?.text).toBe('no task is selected: j and k move')
  expect(effects).toEqual([])
})

it('asks before it cancels, and names what is lost', () => {
  const asked = type(chain(), ['g', 'c'])
  expect(asked.effects).toEqual([])
  expect(asked.view.mode).toMatchObject({
    question: 'Cancel "a" after 1s of work? 2 dependent tasks will be skipped too.',
  })
  expect(type(chain(), ['g', 'c', 'y']).effects).toEqual([
    { do: 'ask', ask: { ask: 'cancel', task: 'a' } },
  ])
})

it.each(['n', 'escape', 'q'])('changes nothing when the answer is %s', (answer) => {
  const { view, effects } = type(chain(), ['g', 'c', answer])
  expect(effects).toEqual([])
  expect(view.mode).toEqual({ is: 'queue' })
  expect(view.message?.text).toBe('nothing was changed')
})

it('cancels what has failed, so that it no longer needs anybody', () => {
  const question = 'Cancel "d", so that it no longer needs you? Its work stays.'
  expect(type(chain(), ['G', 'c']).view.mode).toMatchObject({ question })
})

it('takes no other key for an answer', () => {
  const { view, effects } = type(chain(), ['g', 'c', 'j', 'enter', ' '])
  expect(effects).toEqual([])
  expect(view.mode.is).toBe('confirm')
})

it('says how many tasks are skipped along with one', () => {
  expect(type(chain(), ['G', 'k', 'k', 's']).view.mode).toMatchObject({
    question: 'Skip "b"? 1 dependent task will be skipped too.',
  })
  expect(type(chain(), ['j', 's']).view.mode).toMatchObject({ question: 'Skip "e"?' })
  expect(type(chain(), ['g', 's']).view.message?.text).toBe(
    '"a" is working; it can be guided, cancelled or preempted',
  )
})

const asks = (...keys: string[]): Pressed['effects'] => type(chain(), keys).effects

it('asks for what needs no second thought at once', () => {
  expect(asks('p')).toEqual([{ do: 'ask', ask: { ask: 'pause' } }])
  expect(asks('G', 'r')).toEqual([{ do: 'ask', ask: { ask: 'retry', task: 'd' } }])
  expect(asks('j', 'a')).toEqual([{ do: 'ask', ask: { ask: 'approve', task: 'e' } }])
  expect(asks('j', '+')).toEqual([
    { do: 'ask', ask: { ask: 'prioritise', task: 'e', priority: 2 } },
  ])
  expect(asks('j', '-')).toEqual([
    { do: 'ask', ask: { ask: 'prioritise', task: 'e', priority: 4 } },
  ])
})

it('goes on when it is paused', () => {
  const live = chain().record({ type: 'run-paused' })
  expect(type(live, ['p']).effects).toEqual([{ do: 'ask', ask: { ask: 'unpause' } }])
})

it('knows the ends of the priorities', () => {
  const { view, effects } = type(chain(), ['g', '+'])
  expect(effects).toEqual([])
  expect(view.message?.text).toBe('a already has the most urgent priority')
})

it('asks the owner of a run before it stops it, and lets a watcher leave', () => {
  expect(type(chain(), ['q']).view.mode).toMatchObject({
    question: 'stop the run? it can be resumed',
  })
  expect(type(chain(), ['q', 'y']).effects).toEqual([{ do: 'quit' }])
  expect(type(chain(), ['q'], false).effects).toEqual([{ do: 'quit' }])
})

it('passes on ctrl-c whatever is open', () => {
  for (const keys of [[], ['?'], ['/'], ['g', 'enter'], ['q']])
    expect(type(chain(), [...keys, 'ctrl-c']).effects).toEqual([{ do: 'interrupt' }])
})

it('filters while it is typed, and forgets it on escape', () => {
  const typed = type(chain(), ['/', 'x', 'q', 'backspace', 'ü', 'page-up'])
  expect(typed.view).toMatchObject({ filter: 'xü', mode: { is: 'filter' } })
  expect(type(chain(), ['/', 'x', 'enter']).view).toMatchObject({
    filter: 'x',
    mode: { is: 'queue' },
  })
  expect(type(chain(), ['/', 'x', 'enter', '/', 'y', 'escape']).view.filter).toBe('x')
  expect(type(chain(), ['/', 'x', 'enter', 'escape']).view.filter).toBe('')
})

it('opens help and goes back with any key', () => {
  expect(type(chain(), ['?']).view.mode).toEqual({ is: 'help' })
  expect(type(chain(), ['?', 'q']).view.mode).toEqual({ is: 'queue' })
})

it('follows the log until someone scrolls up, and holds the lines still while they read', () => {
  const live = chain()
  live.say('a', ...Array.from({ length: 10 }, (_, i) => `line ${i + 1}`))
  expect(type(live, ['g', 'enter']).view.mode).toEqual({ is: 'log', task: 'a', held: null })
  const up = type(live, ['g', 'enter', 'k'])
  expect(up.view.mode).toMatchObject({ held: { top: 5 } })
  live.say('a', 'line 11')
  const further = press('k', up.view, scene(live, up.view, true)).view
  expect(further.mode).toMatchObject({ held: { top: 4, lines: { length: 10 } } })
  expect(press('G', further, scene(live, further, true)).view.mode).toMatchObject({ held: null })
})

it('follows again at the end of the log, and has nothing to scroll in a short one', () => {
  const live = chain()
  live.say('a', 'one', 'two')
  const mode = (...keys: string[]) => type(live, ['g', 'enter', ...keys]).view.mode
  expect(mode('k', 'k')).toMatchObject({ held: null })
  live.say('a', 'three', 'four', 'five', 'six')
  expect(mode('g')).toMatchObject({ held: { top: 0 } })
  expect(mode('g', 'page-down')).toMatchObject({ held: null })
  expect(mode('k', 'j')).toMatchObject({ held: null })
})

it.each(['escape', 'enter', 'q'])('leaves the log with %s', (key) => {
  expect(type(chain(), ['g', 'enter', key]).view.mode).toEqual({ is: 'queue' })
})

it('forgets a selected task that the filter hides', () => {
  const view: View = { ...FIRST_VIEW, selected: taskId('a'), filter: 'e' }
  expect(press('c', view, scene(chain(), view, true)).view.message?.text).toContain(
    'no task is selected',
  )
})

it('goes from one thing that needs you to the next, also to one that a filter hides', () => {
  const live = chain()
  live.startAll()
  waitsForLeave(asksFor(live, 'a'), 'e', 'Bash', 'rm -r x')
  const selected = (...keys: string[]) => type(live, keys).view.selected
  expect([selected('tab'), selected('tab', 'tab')]).toEqual(['e', 'a'])
  expect(selected('tab', 'tab', 'tab')).toBe('d')
  expect(selected('tab', 'tab', 'tab', 'tab')).toBe('e')
  const hidden: View = { ...FIRST_VIEW, filter: 'j' }
  expect(press('tab', hidden, scene(live, hidden, true)).view).toMatchObject({
    selected: 'e',
    filter: '',
  })
  const calm = scriptedLiveRun({ name: 'calm', tasks: tasksFrom('a'), groups: [] }, {})
  expect(type(calm, ['tab']).view.message?.text).toBe('no task needs you')
})

it('allows or denies what is in sight, one request at a time', () => {
  const live = waitsForLeave(chain(), 'a', 'Bash', 'rm -r x', 'rm -r y')
  const decided = (key: string) => type(live, ['tab', key]).effects
  const ask = { ask: 'decide', task: 'a', request: 'p1', why: null }
  expect(decided('y')).toEqual([{ do: 'ask', ask: { ...ask, allow: true } }])
  expect(decided('n')).toEqual([{ do: 'ask', ask: { ...ask, allow: false } }])
})

it('allows nothing that was not asked for, and nothing nobody selected', () => {
  const live = waitsForLeave(chain(), 'a', 'Bash', 'rm -r x')
  expect(type(live, ['y'])).toMatchObject({ effects: [], view: { selected: null } })
  expect(type(live, ['j', 'y']).effects).toEqual([])
  expect(type(live, ['j', 'y']).view.message?.text).toBe('e does not wait for your permission')
})

it('sends what was typed for the agent, and nothing when one changes their mind', () => {
  const live = asksFor(chain(), 'a')
  const words = ['t', ...'use q, not j!x'.split(''), 'backspace', 'page-up', ' ']
  expect(type(live, ['tab', ...words, 'enter']).effects).toEqual([
    { do: 'ask', ask: { ask: 'guide', task: 'a', text: 'use q, not j!' } },
  ])
  expect(type(live, ['tab', ...words, 'escape'])).toMatchObject({
    effects: [],
    view: { mode: { is: 'queue' }, selected: 'a' },
  })
})

it('takes a number for the option with it, and sends its words, because the agent knows no numbers', () => {
  const live = asksFor(chain(), 'a')
  const sent = (...keys: readonly string[]) =>
    type(live, ['tab', 't', ...keys, 'enter']).effects.flatMap((effect) =>
      effect.do === 'ask' && effect.ask.ask === 'guide' ? [effect.ask.text] : [],
    )
  expect([sent('2'), sent('3'), sent('2', 'x')]).toEqual([['fixed expiration'], ['3'], ['2x']])
  const numbers = asksFor(chain(), 'a', { ...QUESTION, options: ['2', '1'] })
  expect(type(numbers, ['tab', 't', '1', 'enter']).effects).toMatchObject([{ ask: { text: '1' } }])
})

it('refuses an empty message, and takes no letter after it for a key', () => {
  const live = asksFor(chain(), 'a')
  for (const blank of [[], [' ']]) {
    const refused = type(live, ['tab', 't', ...blank, 'enter'])
    expect(refused).toMatchObject({
      effects: [],
      view: { mode: { is: 'tell' }, message: { text: 'nothing is typed yet: esc leaves' } },
    })
    expect(type(live, ['tab', 't', ...blank, 'enter', 'q', 'y', 'enter']).effects).toEqual([
      { do: 'ask', ask: { ask: 'guide', task: 'a', text: 'qy' } },
    ])
  }
})

it('takes pasted text whole where something is typed, and nowhere else', () => {
  const live = asksFor(chain(), 'a')
  const told = paste('use q\r\n\tnot \x1b[31mj\x1b[0m\ry', type(live, ['tab', 't', '1']).view)
  expect(told.mode).toMatchObject({ is: 'tell', text: '1use q\n\tnot j\ny' })
  expect(press('backspace', paste('\r', told), scene(live, told, true)).view).toEqual(told)
  expect(press('enter', told, scene(live, told, true)).effects).toMatchObject([
    { ask: { ask: 'guide', text: '1use q\n\tnot j\ny' } },
  ])
  expect(paste('a\r\nb', type(live, ['/']).view).filter).toBe('a b')
  for (const keys of [['j'], ['j', 'c'], ['j', 'enter'], ['?']]) {
    const { view } = type(live, keys)
    expect(paste('y\rq', view)).toEqual(view)
  }
})

it('tells nothing to what is over, and takes no letter for a key', () => {
  expect(type(chain(), ['G', 't']).view.message?.text).toBe('d has failed: no agent would get it')
  expect(type(chain(), ['G', 't', 'r', 'p', 'q'])).toMatchObject({
    effects: [],
    view: { selected: 'd', mode: { is: 'tell', task: 'd', text: 'rpq' } },
  })
})

it('answers the question in sight without going to it first', () => {
  const { effects } = type(asksFor(chain(), 'a'), ['t', 'o', 'k', 'enter'])
  expect(effects).toEqual([{ do: 'ask', ask: { ask: 'guide', task: 'a', text: 'ok' } }])
})

it('keeps words that were not taken where they can be sent again, once', () => {
  const live = asksFor(chain(), 'a')
  const sent = type(live, ['tab', 't', 'y', 'enter', 'enter'])
  const ask = { ask: 'guide', task: taskId('a'), text: 'y' } as const
  expect(sent.effects).toEqual([{ do: 'ask', ask }])
  const no = afterAnswer(
    sent.view,
    ask,
    { accepted: false, why: 'it is over' },
    { run: live.current(), now: 1000 },
  )
  expect(no).toMatchObject({ mode: { text: 'y' }, message: { text: 'not taken: it is over' } })
  expect(press('enter', no, scene(live, no, true)).effects).toEqual([{ do: 'ask', ask }])
  const yes = afterAnswer(
    sent.view,
    ask,
    { accepted: true, affected: [] },
    { run: live.current(), now: 1000 },
  )
  expect(yes).toMatchObject({ mode: { is: 'queue' }, message: { text: 'Told a: y' } })
})

it('reads on with space, and from the beginning elsewhere', () => {
  const live = asksFor(chain(), 'a')
  expect(type(live, [' ', ' ']).view.readPage).toBe(2)
  expect(type(live, [' ', 'tab']).view.readPage).toBe(0)
})

it('opens the web page where there is one, and says so where there is none', () => {
  expect(type(chain(), ['o']).view.message?.text).toBe('there is no web page: conductor serve')
  const link = 'http://127.0.0.1:4700/?token=secret'
  const pressed = press('o', FIRST_VIEW, { ...scene(chain(), FIRST_VIEW, true), link })
  expect(pressed.effects).toEqual([{ do: 'open-page' }])
})
