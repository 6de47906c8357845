import { expect, it } from 'vitest'
import { onFreePort } from './web-port.ts'

const failing = (code: string, syscall: string) => (): Promise<never> =>
  Promise.reject(Object.assign(new Error(code), { code, syscall }))

const options = {
  host: '127.0.0.1',
  port: 4700,
  isExact: true,
  allowedHosts: [],
  allowedOrigins: [],
}

it('blames the port only for what the system says about the port', async () => {
  const taken = onFreePort(options, failing('EADDRINUSE', 'listen'))
  await expect(taken).rejects.toThrow('port 4700 is taken')
  await expect(onFreePort(options, failing('EACCES', 'listen'))).rejects.toThrow(
    'port 4700 of 127.0.0.1 cannot be used (EACCES)',
  )
  await expect(onFreePort(options, failing('ENOSPC', 'write'))).rejects.toThrow(/^ENOSPC$/)
})
