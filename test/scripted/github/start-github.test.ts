import { expect, it } from 'vitest'
import { startGithub } from './start-github.ts'
import { asking } from './asking.ts'

it('works', async () => {
  await using github = await startGithub()
  const ask = asking(github)
  const ann = github.person('ann')
  await ann.openIssue({ title: 'One', labels: ['ready'] })
  await ann.push('api', { 'a.ts': 'x\n' })
  const { body } = await ask('POST /repos/acme/shop/pulls', {
    title: 'API',
    head: 'api',
    base: 'main',
    draft: true,
  })
  expect(body).toMatchObject({ number: 2, draft: true, mergeable: null })
  expect(await ask('GET /repos/acme/shop/pulls/2')).toMatchObject({ status: 200 })
  expect(await ask('GET /repos/acme/shop')).toMatchObject({ status: 200 })
  expect(await ask('GET /user')).toMatchObject({ status: 200 })
  expect(await ask('GET /repos/acme/shop/issues')).toMatchObject({ status: 200 })
})
