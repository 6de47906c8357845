/** The documentation page of the API: made from the OpenAPI document, without a script, all text escaped. */
import { html } from 'hono/html'
import type { ApiDocument, Operation } from './describe-api.ts'
import { bodyOf, curlFor, exampleOf, fieldsOf, type DocumentedField } from './read-document.ts'

type Html = ReturnType<typeof html>

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export function docsPage(document: ApiDocument): Html {
  const entries = entriesOf(document)
  const tags = (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    description,
    entries: entries.filter(({ operation }) => operation.tags?.includes(name)),
  }))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Conductor API</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <nav aria-label="Paths">${tags.map(({ name, entries }) => menuOf(name, entries))}</nav>
        <main>
          <h1>Conductor API <small>${document.info.version}</small></h1>
          ${paragraphs(document.info.description ?? '')}
          <p>For programs: <a href="/api/openapi.json">/api/openapi.json</a></p>
          ${tags.map(
            ({ name, description, entries }) => html`
              <section>
                <h2 id="${name}">${name}</h2>
                <p>${description}</p>
                ${entries.map((entry) => operationOf(document, entry))}
              </section>
            `,
          )}
        </main>
      </body>
    </html>`
}

const entriesOf = ({ paths }: ApiDocument): readonly Entry[] =>
  Object.entries(paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }]
    }),
  )

const menuOf = (name: string, entries: readonly Entry[]): Html => html`
  <h2><a href="#${name}">${name}</a></h2>
  <ul>
    ${entries.map(
      ({ method, path, operation }) =>
        html`<li>
          <a href="#${operation.operationId}"><b>${method}</b> ${path}</a>
        </li>`,
    )}
  </ul>
`

function operationOf(document: ApiDocument, { method, path, operation }: Entry): Html {
  const { operationId, summary = '', description = '' } = operation
  const body = bodyOf(operation)
  return html`
    <article id="${operationId}">
      <h3><b>${method}</b> <code>${path}</code></h3>
      <p class="summary">${summary}</p>
      ${paragraphs(description)} ${fieldTable('In the request', parametersOf(operation))}
      ${body === null ? '' : fieldTable('In the body', fieldsOf(document, body))}
      <pre>${curlFor(document, { method, path, operation })}</pre>
      ${answersOf(document, operation)}
    </article>
  `
}

const parametersOf = ({ parameters = [] }: Operation): readonly DocumentedField[] =>
  parameters.flatMap((parameter) =>
    'name' in parameter
      ? [
          {
            name: parameter.name,
            type: parameter.in,
            isNeeded: parameter.required === true,
            description: parameter.description ?? '',
          },
        ]
      : [],
  )

function fieldTable(title: string, fields: readonly DocumentedField[]): Html | string {
  if (fields.length === 0) return ''
  return html`
    <table>
      <caption>
        ${title}
      </caption>
      ${fields.map(
        ({ name, type, isNeeded, description }) => html`
          <tr>
            <th scope="row">
              <code>${name}</code>${isNeeded ? '' : html` <small>optional</small>`}
            </th>
            <td>${type}</td>
            <td>${inline(description)}</td>
          </tr>
        `,
      )}
    </table>
  `
}

function answersOf(document: ApiDocument, { responses = {} }: Operation): Html {
  const all = Object.entries<AnswerObject>(responses)
  const refusals = all.filter(([status]) => Number(status) >= 400)
  return html`
    ${all.filter((answer) => !refusals.includes(answer)).map((one) => answerOf(document, one))}
    ${
      refusals.length === 0
        ? ''
        : html`<p class="refusals">
            Or an Error:
            ${refusals.map(([status, { description }]) => html`<b>${status}</b> ${description} `)}
          </p>`
    }
  `
}

function answerOf(document: ApiDocument, [status, answer]: readonly [string, AnswerObject]): Html {
  const schema = answer.content?.['application/json']?.schema
  return html`
    <p><b>${status}</b> ${answer.description}</p>
    ${
      schema === undefined
        ? ''
        : html`${fieldTable('In the answer', fieldsOf(document, schema))}
            <details>
              <summary>For example</summary>
              <pre>${JSON.stringify(exampleOf(document, schema), null, 2)}</pre>
            </details>`
    }
  `
}

interface AnswerObject {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

const paragraphs = (text: string): readonly Html[] =>
  text
    .split('\n\n')
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/** Text between backticks is code. */
const inline = (text: string): readonly (Html | string)[] =>
  text.split('`').map((piece, i) => (i % 2 === 0 ? piece : html`<code>${piece}</code>`))
