/** Ports for the servers of a test file. One that a server has given back comes first: at the same address the browser has our files in its cache, already compiled. */
import { createServer } from 'node:net'

const back: number[] = []

export const takePort = async (): Promise<number> => (await freeAt(back.pop() ?? 0)) ?? takePort()

export const giveBack = (port: number): void => void back.push(port)

/** 0: any. Null: something else listens at this one. */
const freeAt = (wanted: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(null))
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
