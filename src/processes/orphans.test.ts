import { expect, it } from 'vitest'
import { tryOut } from './try-out.ts'
import { firstThatWorks, orphanKeeping, type OrphanKeeping } from './orphans.ts'

it('uses only what works when it is tried, and else nothing', async () => {
  const missing: OrphanKeeping = { prefix: ['/nowhere/perl'], by: 'perl' }
  const refused: OrphanKeeping = { prefix: ['/bin/sh', '-c', 'exit 71'], by: 'python' }
  expect(await firstThatWorks([missing, refused])).toEqual({ prefix: [], by: 'nothing' })
  const works: OrphanKeeping = { prefix: ['/usr/bin/env'], by: 'python' }
  expect(await firstThatWorks([missing, works])).toBe(works)
})

it.skipIf(process.platform !== 'linux')(
  'a process that loses its parent falls to the command, which is otherwise as it would be',
  async () => {
    const { prefix, by } = await orphanKeeping()
    expect(by).not.toBe('nothing')
    const asked = `echo $$; (sh -c 'sleep 0.2; read -r a b c parent d </proc/self/stat; echo "$parent"' &); sleep 0.4; echo "$1<$PERL_BADLANG>"`
    const { printed } = await tryOut([...prefix, '/bin/sh', '-c', asked, 'sh', 'a b'], {
      environment: { ...process.env, LC_ALL: 'no_SUCH' },
    })
    const [own, parent, last] = printed.trim().split('\n')
    expect([parent, last]).toEqual([own, 'a b<>'])
  },
)
