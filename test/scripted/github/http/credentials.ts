/** Who asks: the token in the header of a request, as REST and git send it. */
import type { IncomingMessage } from 'node:http'
import type { Token, World } from '../state/world.ts'
import { badCredentials } from './refused.ts'

/** Null without a token; 'unknown' with one that GitHub does not accept. */
export function tokenOf(world: World, request: IncomingMessage): Token | 'unknown' | null {
  const text = textOf(request.headers.authorization ?? '')
  if (text === null) return null
  const token = world.tokens.get(text)
  return token === undefined || token.isExpired ? 'unknown' : token
}

export function acceptedToken(world: World, request: IncomingMessage): Token | null {
  const token = tokenOf(world, request)
  if (token === 'unknown') throw badCredentials()
  return token
}

function textOf(header: string): string | null {
  const [scheme = '', value = ''] = header.split(' ')
  if (/^(token|bearer)$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return null
  const [user = '', password = ''] = Buffer.from(value, 'base64').toString().split(':')
  return password === '' ? user : password
}
