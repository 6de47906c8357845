/**
 * Takes webhooks of GitHub. This is the only way in without the token of the server: the signature over the whole body
 * proves who sent it. A delivery says only that it is time to look.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { webhookNews, type WebhookNews } from '../../core/forge/webhook-news.ts'

export interface Webhooks {
  readonly secret: string
  /** Is called once for each delivery. */
  hear(news: WebhookNews): void
}

export const WEBHOOK_PATH = '/api/webhooks/github'

export function takeWebhooks({ secret, hear }: Webhooks): MiddlewareHandler {
  const deliveries = new Set<string>()
  return async (context) => {
    const { req } = context
    const body = Buffer.from(await req.arrayBuffer())
    if (!isSigned(body, req.header('x-hub-signature-256') ?? '', secret)) return empty(context, 401)
    const id = req.header('x-github-delivery') ?? ''
    const payload = payloadIn(body)
    if (!/^[\w-]{1,100}$/.test(id) || payload === undefined) return empty(context, 400)
    // GitHub, or an attacker who has recorded a delivery, may send it again.
    if (deliveries.has(id)) return empty(context, 204)
    remember(deliveries, id)
    const news = webhookNews(payload)
    if (news !== null) hear(news)
    return empty(context, 204)
  }
}

const empty = (context: Context, status: 204 | 400 | 401): Response => context.body(null, status)

/** In constant time, over the bytes as they came. */
function isSigned(body: Buffer, header: string, secret: string): boolean {
  const given = /^sha256=([0-9a-f]{64})$/.exec(header)?.[1]
  const right = createHmac('sha256', secret).update(body).digest()
  return given !== undefined && timingSafeEqual(Buffer.from(given, 'hex'), right)
}

/** undefined: it is no JSON. */
function payloadIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

const MOST_KNOWN = 10_000

function remember(known: Set<string>, id: string): void {
  if (known.size >= MOST_KNOWN) for (const oldest of known.values().take(1)) known.delete(oldest)
  known.add(id)
}
