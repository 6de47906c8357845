import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { must } from '../../../../test/contracts/forge.ts'
import { forgeOn, useToken, withPull } from '../../../../test/scripted/github-forge.ts'

useToken()

describe('the log of a check', () => {
  it('is read at its end, from a signed address that never gets the token', async () => {
    await using here = await withPull()
    using forge = forgeOn(here.github)
    const lines = Array.from(
      { length: 5000 },
      (_, n) => `2026-01-01T00:00:00.0000000Z \u001b[31mline ${n}\u001b[0m`,
    )
    const id = here.github.ci(here.number).set('build', 'failure', { log: lines.join('\n') })
    expect(must(await forge.logEnd(`job:${id}`, 30))).toBe('line 4997\nline 4998\nline 4999')
    expect(
      here.github.requests.map(({ kind, isAuthenticated }) => [kind, isAuthenticated]),
    ).toEqual([
      ['rest', true],
      ['log', false],
    ])
  })

  it('is read in part where the server can send a part, and never without end', async () => {
    const asked: (string | undefined)[] = []
    await using store = await serverOf((request, response) => {
      const { range, authorization } = request.headers
      asked.push(range, authorization)
      const whole = `${'x'.repeat(999_990)}\nthe end.\n`
      const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
      const part = whole.slice(start)
      response.writeHead(range === undefined ? 200 : 206, {
        'accept-ranges': 'bytes',
        'content-length': part.length,
      })
      response.end(part)
    })
    await using here = await withPull()
    const location = { location: `${store.address}/log?sig=secret` }
    here.github.failNext({ status: 302, body: '', headers: location }, { matching: /logs$/ })
    using forge = forgeOn(here.github)
    expect(must(await forge.logEnd('job:1', 20))).toBe('the end.')
    expect(asked).toEqual([undefined, undefined, 'bytes=999880-', undefined])
  })

  it('does not follow a second redirect', async () => {
    await using store = await serverOf((_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
    })
    await using here = await withPull()
    here.github.failNext(
      { status: 302, body: '', headers: { location: store.address } },
      { matching: /logs$/ },
    )
    using forge = forgeOn(here.github)
    expect(await forge.logEnd('job:1', 20)).toMatchObject({
      ok: false,
      problem: { is: 'not-understood' },
    })
  })
})

type Handler = Parameters<typeof createServer>[1] & {}

async function serverOf(handler: Handler) {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
