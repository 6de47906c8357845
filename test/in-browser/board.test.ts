import { expect, it } from 'vitest'
import { openPage, serve } from '../browser.ts'

it('shows how a run moves, without a reload', async () => {
  const { folder, at } = await serve(
    'tasks:\n  - {id: a, run: "sleep 1; echo a > a.txt"}\n  - {id: b, run: "echo b > b.txt", dependencies: [a]}\n',
  )
  const run = folder.start('run', 'tasks.yaml', '--no-ui')
  await run.says('a')
  const page = await openPage(at('/board'))
  await page.getByText('b: landed').waitFor()
  expect((await run.done).code).toBe(0)
})
