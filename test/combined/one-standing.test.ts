/** Every surface says the same word and the same sentence about how a task stands. */
import { describe, expect, it } from 'vitest'
import { statusReport } from '../../src/app/look/say-status.ts'
import { explainDocument } from '../../src/core/report/explain-document.ts'
import { LOOKS } from '../../src/core/report/task-standing.ts'
import { indexOf } from '../../src/core/run/run.ts'
import { explainTask } from '../../src/report-text/say-explain.ts'
import { taskRows } from '../../src/server/api/task/task-rows.ts'
import { taskLine } from '../../src/tui/queue-rows.ts'
import { explain } from '../../web/src/views/board/explain.ts'
import { faceOf } from '../../web/src/views/board/card/card-face.ts'
import { pictureOf } from '../browser/picture-of.ts'
import { A, everyStanding, LATER, type DrawnStanding } from '../played/every-standing.ts'

const ALL = { status: null, words: null, from: 0, limit: 100 }

const sightOf = ({ game, isConducted }: DrawnStanding) => ({ now: game.now + LATER, isConducted })

/** The block about the task in the output of `status`. */
function inStatus(drawn: DrawnStanding): string {
  const view = { ...sightOf(drawn), home: '/nowhere', colour: false }
  const lines = statusReport(drawn.game.run, view).split('\n')
  const head = `${LOOKS[drawn.word].mark} a - ${drawn.word.toUpperCase()}`
  const at = lines.findIndex((line) => line.startsWith(`${head} `))
  expect(lines).toContainEqual(expect.stringContaining(`${head} `))
  return lines.slice(at, lines.indexOf('', at) < 0 ? undefined : lines.indexOf('', at)).join('\n')
}

function inExplain(drawn: DrawnStanding): string {
  const text = explainTask(drawn.game.run, A, { ...sightOf(drawn), folder: null })
  return /^ {2}state +(.*)$/m.exec(text)![1]!
}

function inLiveView({ game }: DrawnStanding): string {
  const live = { current: () => game.run, lastLine: () => null, log: () => [] }
  return taskLine(pictureOf(live, game.now + LATER, '200x40'), A)
    .map(({ text }) => text)
    .join('')
}

describe('a task that', () => {
  it.each(everyStanding())('$name is $word on the card, in explain and in the API', (drawn) => {
    const { game, word, says } = drawn
    const { run } = game
    const sight = sightOf(drawn)
    expect(faceOf(run, indexOf(run, A), explain(run, sight.now), sight)).toMatchObject({
      word,
      note: says,
    })
    const expected = { word, says: says || null }
    expect(taskRows(run, ALL, sight).tasks.find(({ id }) => id === A)).toMatchObject(expected)
    expect(explainDocument(run, A, sight)).toMatchObject(expected)
    expect(inExplain(drawn)).toMatch(new RegExp(`^${word}.*${RegExp.escape(says)}$`))
  })

  // The report only counts tasks that have landed.
  it.each(everyStanding().filter(({ word }) => word !== 'landed'))(
    '$name is $word in the report',
    (drawn) => expect(inStatus(drawn)).toContain(drawn.says),
  )

  // The live view exists only while a coordinator runs. Only its mark tells that a task waits or works.
  it.each(everyStanding().filter(({ isConducted }) => isConducted))(
    '$name is $word in the live view',
    (drawn) => {
      const { word, says } = drawn
      const isTold = word !== 'waiting' && word !== 'working'
      const begin = `  ${LOOKS[word].mark} a  ${isTold ? word : ''}`
      expect(inLiveView(drawn)).toMatch(
        new RegExp(`^${RegExp.escape(begin)}.*${RegExp.escape(says)}$`),
      )
    },
  )
})
