import { validate } from '@octokit/graphql-schema'
import { describe, expect, it } from 'vitest'
import { must } from '../../../../test/contracts/forge.ts'
import { forgeOn, useToken } from '../../../../test/scripted/github-forge.ts'
import { startGithub } from '../../../../test/scripted/github/start-github.ts'
import { numberedIssuesQuery, openIssuesQuery } from './issues-query.ts'

useToken()

describe('issues on GitHub', () => {
  it('are asked for in words that GitHub understands', () => {
    // The fields that came later are asked for below: our GitHub executes them.
    const older = new Set<never>()
    for (const query of [openIssuesQuery(older), numberedIssuesQuery(2, older)]) {
      expect(validate(query)).toEqual([])
      expect(query).not.toContain('mutation')
    }
  })

  it('come with labels, people, dependencies, parts and pull requests', async () => {
    await using github = await startGithub()
    using forge = forgeOn(github)
    const ann = github.person('ann')
    await ann.openIssue({ title: 'One', labels: ['ready', 'bug'], body: 'Do it.' })
    await ann.openIssue({ title: 'Two', labels: ['ready'], assignees: ['bob'], blockedBy: [1] })
    await ann.openIssue({ title: 'Part', parent: 2 })
    await ann.push('api', { 'api.txt': 'one\n' })
    const pull = await ann.openPull({ title: 'API', head: 'api', base: 'main', body: 'Closes #1' })
    const all = must(await forge.issues({ labels: [], most: 100 }))
    expect(all.map(({ number }) => number)).toEqual([3, 2, 1])
    expect(all[2]).toMatchObject({
      title: 'One',
      body: 'Do it.',
      isOpen: true,
      labels: ['ready', 'bug'],
      author: 'ann',
      isByMember: true,
      pulls: [pull.number],
    })
    expect(all[1]).toMatchObject({ assignees: ['bob'], blockedBy: [1], parts: [3] })
    const labelled = async (...labels: readonly string[]) =>
      must(await forge.issues({ labels, most: 100 })).map(({ number }) => number)
    expect(await labelled('ready')).toEqual([2, 1])
    expect(await labelled('ready', 'bug')).toEqual([1])
    await ann.closeIssue(1)
    expect(must(await forge.issues({ labels: [], most: 1 })).map(({ number }) => number)).toEqual([
      3,
    ])
    const named = must(await forge.issues({ numbers: [1, 77, pull.number, 2] }))
    expect(named.map(({ number, isOpen }) => [number, isOpen])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(named[1]).toMatchObject({ blockedBy: [] })
  })

  it('are asked for page by page, as many as are wanted', async () => {
    await using github = await startGithub()
    using forge = forgeOn(github)
    const ann = github.person('ann')
    for (let n = 0; n < 70; n++) await ann.openIssue({ title: `Issue ${n}` })
    expect(must(await forge.issues({ labels: [], most: 60 }))).toHaveLength(60)
    expect(github.requests).toHaveLength(2)
    expect(must(await forge.issues({ labels: [], most: 500 }))).toHaveLength(70)
  })

  it('are asked for without what an Enterprise server does not know yet', async () => {
    await using github = await startGithub({ enterprise: true })
    using forge = forgeOn(github)
    await github.person('ann').openIssue({ title: 'One' })
    const unknown = (fieldName: string) => ({
      path: ['fragment Asked', fieldName],
      extensions: { code: 'undefinedField', typeName: 'Issue', fieldName },
      message: `Field '${fieldName}' doesn't exist on type 'Issue'`,
    })
    github.failNext({ status: 200, body: { errors: [unknown('blockedBy'), unknown('subIssues')] } })
    expect(must(await forge.issues({ labels: [], most: 10 }))).toMatchObject([{ title: 'One' }])
    must(await forge.issues({ labels: [], most: 10 }))
    expect(github.requests).toHaveLength(3)
    expect(github.requests[0]!.path).toBe('/api/graphql')
  })
})
