/** The least a server can do: every line of its input goes to every socket. Prints its port. */
import { createInterface } from 'node:readline'
import { WebSocketServer } from 'ws'
import type { AddressInfo } from 'node:net'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('listening', () => console.log((server.address() as AddressInfo).port))
server.on('connection', (socket) =>
  socket.on('message', () =>
    socket.send('{"type":"snapshot","run":null,"conducted":true,"now":0}'),
  ),
)
for await (const line of createInterface({ input: process.stdin }))
  for (const socket of server.clients) socket.send(line)
