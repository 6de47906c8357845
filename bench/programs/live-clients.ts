/**
 * Follows a server over many sockets, and prints the delays when all have received everything, or at SIGTERM:
 *
 *   node bench/programs/live-clients.ts <socket url> <cookie or -> <sockets> <reports expected by each>
 */
import { WebSocket } from 'ws'
import type { FromServer } from '../../src/server/live/messages.ts'

const [url, cookie, sockets, expected] = process.argv.slice(2)
const headers =
  cookie === '-' ? {} : { cookie: cookie!, origin: new URL(url!).origin.replace('ws', 'http') }
const delays: number[] = []
let ready = 0
let done = 0

process.once('SIGTERM', tell)
for (let i = 0; i < Number(sockets); i++) follow()

function follow(): void {
  const socket = new WebSocket(url!, { headers, perMessageDeflate: false })
  let heard = 0
  socket.on('open', () => socket.send(JSON.stringify({ type: 'follow', known: null })))
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as FromServer
    if (message.type === 'snapshot' && ++ready === Number(sockets)) console.log('ready')
    if (message.type !== 'events') return
    const now = Date.now()
    const reports = message.events.filter(({ type }) => type === 'progress-reported')
    for (const { at } of reports) delays.push(now - at)
    heard += reports.length
    if (heard >= Number(expected)) finish(heard, socket)
  })
  socket.on('error', (error) => console.error(error.message))
}

function finish(heard: number, socket: WebSocket): void {
  if (heard > Number(expected)) throw new Error(`heard ${heard} of ${expected} events`)
  socket.close()
  if (++done === Number(sockets)) tell()
}

function tell(): void {
  delays.sort((a, b) => a - b)
  const at = (share: number): number =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]!
  console.log(JSON.stringify({ at: Date.now(), p50: at(0.5), p99: at(0.99), heard: delays.length }))
  process.exit()
}
