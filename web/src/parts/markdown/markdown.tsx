/**
 * Markdown as React elements. Nothing becomes HTML: `marked` only reads the text into tokens, and what looks like HTML is
 * shown as text. Links lead only to http and https, and pictures are shown as links.
 */
import { memo, type ReactNode } from 'react'
import {
  readMarkdown,
  readMarkdownLine,
  safeLink,
  type AnyToken,
  type Token,
} from './read-markdown.ts'
import './markdown.css'

/** Nothing happens when the text is the same as before: parsing is the most expensive part of a long conversation. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return <div className="markdown">{elementsOf(readMarkdown(text))}</div>
})

/** One line of Markdown for places without links, such as buttons: code and emphasis only. */
export const MarkdownLine = ({ text }: { readonly text: string }) => (
  <span className="markdown-line">{wordsOf(readMarkdownLine(text))}</span>
)

const wordsOf = (tokens: readonly AnyToken[] | undefined): readonly ReactNode[] =>
  (tokens ?? []).map((token, i) => <Words key={i} token={token as Token} />)

function Words({ token }: { readonly token: Token }): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{wordsOf(token.tokens)}</strong>
    case 'em':
      return <em>{wordsOf(token.tokens)}</em>
    case 'codespan':
      return <code>{token.text}</code>
    case 'text':
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

const elementsOf = (tokens: readonly AnyToken[] | undefined): readonly ReactNode[] =>
  (tokens ?? []).map((token, i) => <Element key={i} token={token as Token} />)

function Element({ token }: { readonly token: Token }): ReactNode {
  switch (token.type) {
    case 'heading': {
      // A heading of an agent is below those of the page.
      const Heading = token.depth <= 2 ? 'h3' : 'h4'
      return <Heading>{elementsOf(token.tokens)}</Heading>
    }
    case 'paragraph':
      return <p>{elementsOf(token.tokens)}</p>
    case 'text':
      return token.tokens === undefined ? token.text : elementsOf(token.tokens)
    case 'escape':
      return token.text
    case 'strong':
      return <strong>{elementsOf(token.tokens)}</strong>
    case 'em':
      return <em>{elementsOf(token.tokens)}</em>
    case 'del':
      return <del>{elementsOf(token.tokens)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'code':
      return (
        // Tab must reach it, so that keys can scroll it.
        <pre tabIndex={0} data-language={token.lang?.slice(0, 40)}>
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{elementsOf(token.tokens)}</blockquote>
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'list':
      return <List list={token} />
    case 'table':
      return <Table table={token} />
    case 'link':
      return <Anchor href={token.href}>{elementsOf(token.tokens)}</Anchor>
    case 'image':
      return <Anchor href={token.href}>{token.text === '' ? token.href : token.text}</Anchor>
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} readOnly disabled aria-label="done" />
    case 'space':
    case 'def':
      return null
    default:
      // HTML, and kinds of tokens that we do not know.
      return token.raw
  }
}

function List({ list }: { readonly list: Token & { readonly type: 'list' } }) {
  const items = list.items.map((item, i) => <li key={i}>{elementsOf(item.tokens)}</li>)
  return list.ordered ? (
    <ol start={list.start === '' ? 1 : list.start}>{items}</ol>
  ) : (
    <ul>{items}</ul>
  )
}

function Table({ table }: { readonly table: Token & { readonly type: 'table' } }) {
  return (
    <div className="markdown-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, i) => (
              <th key={i}>{elementsOf(cell.tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{elementsOf(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Anchor({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const link = safeLink(href)
  if (link === null) return <span>{children}</span>
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
