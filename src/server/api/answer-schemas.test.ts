/** The compiler refuses a description that does not match its type. Each line below that it must refuse is marked. */
import { expect, it } from 'vitest'
import type { TaskId } from '../../core/value/ids.ts'
import {
  documentOf,
  listOf,
  maybe,
  number,
  object,
  oneOf,
  oneOfMany,
  text,
  whole,
} from './answer-schemas.ts'

interface Answer {
  readonly task: TaskId
  readonly at: number | null
  readonly status: 'good' | 'bad'
  readonly parts: readonly { readonly name: string; readonly seconds: number }[]
  readonly why: { readonly is: 'late' } | { readonly is: 'early'; readonly by: number }
}

const part = object('A part.', { name: text('Its name.'), seconds: number('How long.') })

const TRUE = {
  task: text('The task.'),
  at: maybe(whole('When.')),
  status: oneOf(['good', 'bad'], 'Its status.'),
  parts: listOf(part, 'All.'),
  why: oneOfMany('Why.', ['late', 'early']),
}

it('describes an answer field by field, as readers see it', () => {
  const { asField } = documentOf<Answer>('Answer', 'An answer.', TRUE)
  expect(asField).toEqual({ $ref: '#/components/schemas/Answer' })
  expect(TRUE.at).toEqual({ type: ['integer', 'null'], description: 'When.' })
  expect(part).toMatchObject({ required: ['name', 'seconds'], additionalProperties: false })
})

it('is refused by the compiler where it is not true', () => {
  let tried = 0
  const describe = (wrong: () => unknown): unknown => wrong() && tried++
  // @ts-expect-error a field is left out
  describe(() => documentOf<Pick<Answer, 'task' | 'at'>>('A', '', { task: TRUE.task }))
  // @ts-expect-error a number is no text
  describe(() => documentOf<Pick<Answer, 'task'>>('B', '', { task: number('') }))
  // @ts-expect-error it may be null
  describe(() => documentOf<Pick<Answer, 'at'>>('C', '', { at: whole('') }))
  // @ts-expect-error it is never null
  describe(() => documentOf<Pick<Answer, 'task'>>('D', '', { task: maybe(text('')) }))
  // @ts-expect-error there is another word
  describe(() => documentOf<Pick<Answer, 'status'>>('E', '', { status: oneOf(['good'], '') }))
  // @ts-expect-error there are only two words
  describe(() => documentOf<Pick<Answer, 'status'>>('F', '', { status: text('') }))
  const short = object('', { name: text('') })
  // @ts-expect-error a field of a part is left out
  describe(() => documentOf<Pick<Answer, 'parts'>>('G', '', { parts: listOf(short, '') }))
  // @ts-expect-error it is a list
  describe(() => documentOf<Pick<Answer, 'parts'>>('H', '', { parts: part }))
  // @ts-expect-error there is another kind
  describe(() => documentOf<Pick<Answer, 'why'>>('I', '', { why: oneOfMany('', ['late']) }))
  // The compiler refuses these descriptions; at run time they are accepted.
  expect(tried).toBe(9)
})
