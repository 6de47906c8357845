/** An event in a few words. */
import { tasksIn, type Event } from '../../../../src/core/run/event.ts'

export const sayHappened = (event: Event): string =>
  [event.type.replaceAll('-', ' '), ...tasksIn(event)].join(' ')
