/** GitHub's published schema of GraphQL, and what it has since then. */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { buildSchema, type GraphQLSchema } from 'graphql'

let read: GraphQLSchema | undefined

/** A quarter of a second, so it is read when first needed. */
export function githubSchema(): GraphQLSchema {
  read ??= buildSchema(`${published()}\n${NEWER}`, { assumeValid: true, noLocation: true })
  return read
}

function published(): string {
  const description = findPackageJSON('@octokit/graphql-schema', import.meta.url)!
  return readFileSync(join(dirname(description), 'schema.graphql'), 'utf8')
}

/** Dependencies of issues came to GraphQL after the release of the package that we have. */
const NEWER = `
  extend type Issue {
    blockedBy(after: String, before: String, first: Int, last: Int): IssueConnection!
    blocking(after: String, before: String, first: Int, last: Int): IssueConnection!
  }
`
