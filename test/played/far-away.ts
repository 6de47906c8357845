/** A runner as if on another machine: the line to it carries JSON, takes time and keeps the order. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'vitest'
import type { AttemptRunner } from '../../src/conduct/attempt-runner.ts'
import type { AttemptId } from '../../src/core/value/ids.ts'

export interface Reached {
  readonly runner: AttemptRunner
  /** Resolves when all messages to attempts have arrived. */
  arrived(): Promise<unknown>
}

/** A runner in this process: messages arrive at once. */
export const nearby = (runner: AttemptRunner): Reached => ({ runner, arrived: async () => {} })

export function farAway(runner: AttemptRunner): Reached {
  const lines = new Map<AttemptId, Line>()
  const far: AttemptRunner = {
    async attempt(order, listener) {
      const [there, back] = [line(), line()]
      lines.set(order.attempt, there)
      await there(() => {})
      try {
        const end = await runner.attempt(carried(order), {
          hear: (message) => back(() => listener.hear(carried(message))),
          agentEnded: () => back(async () => carried(await listener.agentEnded())),
        })
        return await back(() => carried(end))
      } finally {
        lines.delete(order.attempt)
      }
    },
    tell: (attempt, message) =>
      void lines.get(attempt)?.(() => runner.tell(attempt, carried(message))),
    onWorkerProcess: (listener) =>
      runner.onWorkerProcess((worker, process) => listener(worker, carried(process))),
  }
  const arrived = () => Promise.all([...lines.values()].map((there) => there(() => {})))
  return { runner: far, arrived }
}

/** Delivers a message one turn of the event loop later, after all messages before it. */
type Line = <Result>(deliver: () => Result | Promise<Result>) => Promise<Result>

function line(): Line {
  let last: Promise<unknown> = Promise.resolve()
  return async (deliver) => {
    const arrival = last.then(() => turn())
    last = arrival
    await arrival
    return deliver()
  }
}

/** The value as the other end reads it; JSON must lose nothing of it. */
function carried<Value>(value: Value): Value {
  const read = JSON.parse(JSON.stringify(value)) as Value
  expect(read).toStrictEqual(value)
  return read
}
