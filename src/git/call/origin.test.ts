import { describe, expect, it } from 'vitest'
import { tempRepository } from '../../../test/repository/temp-repository.ts'
import { nameIn, originOf } from './origin.ts'

describe('the name of a repository', () => {
  it.each([
    ['git@github.com:acme/shop.git', 'acme/shop'],
    ['https://github.com/acme/shop', 'acme/shop'],
    ['https://user@gitlab.example.org/group/acme/shop.js.git/', 'acme/shop.js'],
    ['ssh://git@host:2222/acme/shop.git\n', 'acme/shop'],
    ['/srv/git/acme/shop.git', null],
    ['../acme/shop', null],
    ['file:///srv/acme/shop.git', null],
    ['', null],
  ])('in %j is %j', (address, name) => {
    expect(nameIn(address)).toBe(name)
  })

  it('is that of origin, if there is one', async () => {
    const repository = tempRepository()
    expect(await originOf(repository.root)).toBeNull()
    repository.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git')
    expect(await originOf(repository.root)).toBe('acme/shop')
  })
})
