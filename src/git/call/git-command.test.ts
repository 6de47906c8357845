import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { askGit } from './git-command.ts'

it('asks again when git was killed, but not where half of the work may be done', async () => {
  const answerTo = async (...args: readonly string[]): Promise<string> => {
    using place = tempFolder()
    const killed = join(place.path, 'killed')
    const git = `#!/bin/sh\ntest -e ${killed} || { : > ${killed}; kill -9 $$; }\necho done\n`
    writeFileSync(join(place.path, 'git'), git, { mode: 0o755 })
    const environment = { PATH: `${place.path}:${process.env['PATH']}` }
    const end = askGit(args, { in: place.path, environment })
    const said = await end.then(
      ({ stdout }) => stdout.trim(),
      (error: Error) => error.message,
    )
    expect(existsSync(killed)).toBe(true)
    return said
  }
  expect(await answerTo('worktree', 'list', '--porcelain')).toBe('done')
  expect(await answerTo('-c', 'a.b=c', 'worktree', 'list')).toBe('done')
  expect(await answerTo('worktree', 'prune')).toContain('git worktree was killed (SIGKILL)')
  expect(await answerTo('update-ref', 'a', 'b')).toContain('was killed')
})
