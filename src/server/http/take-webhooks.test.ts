import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { WebhookNews } from '../../core/forge/webhook-news.ts'
import { takeWebhooks, WEBHOOK_PATH } from './take-webhooks.ts'

const SECRET = 'a secret of sixteen characters'
const BODY = '{"repository":{"full_name":"acme/shop"},"pull_request":{"number":4}}'

function server() {
  const heard: WebhookNews[] = []
  const app = new Hono().post(
    WEBHOOK_PATH,
    takeWebhooks({ secret: SECRET, hear: (news) => void heard.push(news) }),
  )
  const post = async (body: string, headers: Readonly<Record<string, string>> = {}) => {
    const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
    const all = { 'x-github-delivery': 'd-1', 'x-hub-signature-256': signature, ...headers }
    const answer = await app.request(WEBHOOK_PATH, { method: 'POST', body, headers: all })
    expect(await answer.text()).toBe('')
    return answer.status
  }
  return { heard, post }
}

it('hears a signed delivery once, however often it comes', async () => {
  const { heard, post } = server()
  expect([await post(BODY), await post(BODY)]).toEqual([204, 204])
  expect(heard).toEqual([{ repository: 'acme/shop', numbers: [4], branches: [] }])
  expect(await post(BODY, { 'x-github-delivery': 'd-2' })).toBe(204)
  expect(await post('{"zen":"Keep it."}', { 'x-github-delivery': 'd-3' })).toBe(204)
  expect(heard).toHaveLength(2)
})

it('refuses what is not signed, wrongly signed or changed on the way, and does not remember it', async () => {
  const { heard, post } = server()
  const other = createHmac('sha256', SECRET).update(`${BODY} `).digest('hex')
  for (const wrong of [
    '',
    'sha256=',
    `sha1=${other}`,
    `sha256=${other}`,
    other,
    `sha256=${'0'.repeat(64)}`,
  ])
    expect(await post(BODY, { 'x-hub-signature-256': wrong })).toBe(401)
  expect(heard).toEqual([])
  expect(await post(BODY)).toBe(204)
})

it('refuses a signed delivery that is no JSON, or has no name', async () => {
  const { heard, post } = server()
  expect(await post('no JSON')).toBe(400)
  expect(await post(BODY, { 'x-github-delivery': '' })).toBe(400)
  expect(heard).toEqual([])
})
