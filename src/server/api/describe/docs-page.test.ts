import { describe, expect, it } from 'vitest'
import { serveGame } from '../../../../test/played/served-game.ts'
import type { ApiDocument } from './describe-api.ts'
import { docsPage } from './docs-page.ts'

describe('the page of the API', () => {
  it('shows every operation with a line to type, and runs no script', async () => {
    using shop = await serveGame('a:')
    const response = await shop.request('/api/docs')
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    const page = await response.text()
    for (const [path, item] of Object.entries(shop.api.document.paths))
      for (const [method, { operationId }] of Object.entries(item)) {
        expect(page).toContain(`id="${operationId}"`)
        expect(page).toContain(`<b>${method.toUpperCase()}</b> <code>${path}</code>`)
      }
    expect(page).toContain('Authorization: Bearer $TOKEN')
    expect(page).not.toMatch(/<script|onerror|style=|https?:\/\/(?!127\.0\.0\.1)/)
    expect(page).not.toContain('[object Object]')
    const style = await shop.request('/api/docs.css')
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
  })

  it('shows of every field what type it has, also of those within others', async () => {
    using shop = await serveGame('a:')
    const page = await (await shop.request('/api/docs')).text()
    const rows = [...page.matchAll(/<code>([^<]+)<\/code>[^<]*<\/th>\s*<td>([^<]*)<\/td>/g)]
    const types = new Map(rows.map(([, name, type]) => [name!, type!]))
    expect(types.get('results[].quality.parts[].points')).toBe('number | null')
    expect(types.get('results[].files')).toBe('list of object | null')
    expect(types.get('attention[].kind')).toContain('permission | question | budget')
  })

  it('shows whatever is in the document as text', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    const document: ApiDocument = {
      openapi: '3.1.0',
      info: { title: evil, version: evil, description: `${evil} \`${evil}\`` },
      tags: [{ name: 'x', description: evil }],
      paths: {
        [`/${evil}`]: {
          get: {
            operationId: evil,
            tags: ['x'],
            summary: evil,
            parameters: [{ name: evil, in: 'query', description: evil }],
            responses: { 200: { description: evil } },
          },
        },
      },
    }
    const page = (await docsPage(document)).toString()
    expect(page).toContain('&lt;img')
    expect(page).not.toContain('<img')
  })
})
