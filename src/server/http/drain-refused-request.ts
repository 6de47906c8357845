/** Reads a request that is refused to its end, within bounds: else a reset could overtake the answer. */
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'

const MOST_BYTES = 64 * 2 ** 20
const MOST_MILLISECONDS = 5000

/** The connection is closed afterwards: more of the body may come, and would be taken for the next request. */
export const drainRefusedRequest: MiddlewareHandler = async (context, next) => {
  await next()
  const incoming = incomingOf(context)
  if (incoming === undefined || context.res.status < 400 || incoming.complete) return
  await toTheEnd(incoming)
  context.header('connection', 'close')
}

/** A request that was not made over a connection has no incoming message. */
const incomingOf = ({ env }: Context): IncomingMessage | undefined =>
  (env as Partial<HttpBindings> | undefined)?.incoming

const toTheEnd = (incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0
    const count = ({ length }: Buffer): void => void ((bytes += length) > MOST_BYTES && done())
    const done = (): void => {
      clearTimeout(patience)
      incoming.off('data', count).off('end', done).off('close', done)
      resolve()
    }
    const patience = setTimeout(done, MOST_MILLISECONDS)
    // A listener that began to read the body would hold the rest back, and needs no more of it.
    incoming.removeAllListeners('data')
    incoming.on('data', count).once('end', done).once('close', done).resume()
  })
