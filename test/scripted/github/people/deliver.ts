/** Webhooks: posts a payload to the address of the test, signed as GitHub signs it. */
import { createHmac, randomUUID } from 'node:crypto'

export interface WebhookTarget {
  readonly url: string
  readonly secret: string
}

export interface Delivery {
  /** pull_request, check_run, issue_comment, push ... */
  readonly event: string
  readonly payload: object
  /** Another secret than the one agreed on, as a stranger would use. */
  readonly secret?: string
  /** The same again is a second delivery of the same event. */
  readonly id?: string
}

/** The answer is the status of whoever took it. */
export async function deliver(target: WebhookTarget, delivery: Delivery): Promise<number> {
  const body = JSON.stringify(delivery.payload)
  const secret = delivery.secret ?? target.secret
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const response = await fetch(target.url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/0000000',
      'x-github-event': delivery.event,
      'x-github-delivery': delivery.id ?? randomUUID(),
      'x-github-hook-id': '1',
      'x-hub-signature-256': `sha256=${signature}`,
    },
  })
  await response.arrayBuffer()
  return response.status
}
