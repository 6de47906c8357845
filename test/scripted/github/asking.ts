/** Asks our GitHub over HTTP, as any client would: `ask('POST /repos/acme/shop/pulls', { title })`. */
import type { Github } from './start-github.ts'

interface Told {
  readonly status: number
  readonly headers: Headers
  // The tests look into answers of every form.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export type Ask = (
  line: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Told>

export function asking({ api, token }: Pick<Github, 'api' | 'token'>, as = token): Ask {
  return async (line, body, headers = {}) => {
    const [method = 'GET', path = ''] = line.split(' ')
    const response = await fetch(`${api}${path}`, {
      method,
      redirect: 'manual',
      headers: { authorization: `token ${as}`, 'user-agent': 'test', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status } = response
    return { status, headers: response.headers, body: text === '' ? null : parsed(text) }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
