/** A merge conflict in a real browser: decided hunk by hunk, merged, checked and landed. */
import { expect, it } from 'vitest'
import { barriersInEveryLook } from '../browser/axe.ts'
import { heldBy } from '../browser/board-page.ts'
import { openPage, serve } from '../browser/browser.ts'
import { until } from '../until.ts'

const LIST = '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n'
const HOSTILE = '<img src=x onerror=document.title=1>'

const PLAN = `
config: {parallel: 3, check: "! grep -q rotten list.txt"}
tasks:
  - {id: left, run: sh left.sh}
  - {id: right, run: sh right.sh}
  - {id: other, run: '${heldBy('stay')}'}
`

const SCRIPTS = {
  'left.sh': "sed -i 's/^2$/left 2/; s/^18$/left 18/' list.txt; rm gone.ts\n",
  'right.sh': `sed -i 's/^2$/${HOSTILE}/; s/^18$/right 18/' list.txt gone.ts\n${heldBy('right')}\n`,
}

it(
  'is solved by hunks with the keyboard, and lands when it was checked',
  { timeout: 120_000 },
  async () => {
    const { folder, at } = await serve(PLAN, { 'list.txt': LIST, 'gone.ts': LIST, ...SCRIPTS })
    const running = folder.begin('run', 'tasks.yaml', '--no-ui')
    await running.says(/left {2}landed/)
    folder.write('.conductor/right', '')
    const page = await openPage(at('/attention'))
    const need = page.locator('[data-kind="conflict"]')
    await need.getByText('Files in conflict').waitFor({ timeout: 40_000 })
    expect(await page.locator('.button.primary').allInnerTexts()).toEqual(['Solve the conflict'])
    expect(await page.getByRole('button', { name: 'Land it', exact: true }).count()).toBe(0)
    await need.getByRole('link', { name: 'Solve the conflict' }).click()

    const first = page.getByRole('group', { name: 'list.txt, hunk 1 of 2' })
    const second = page.getByRole('group', { name: 'list.txt, hunk 2 of 2' })
    await first.waitFor()
    expect(await first.innerText()).toMatch(
      new RegExp(`Before both\\s+2\\s+Already landed\\s+left 2\\s+This task\\s+${HOSTILE}`),
    )
    const resolve = page.getByRole('button', { name: 'Resolve and check' })
    expect(await resolve.isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Land it', exact: true }).count()).toBe(0)
    expect(await barriersInEveryLook(page)).toEqual([])
    // On a tall screen, too, the switch above it is one row of buttons.
    await page.setViewportSize({ width: 1440, height: 2400 })
    const modes = await page.getByRole('group', { name: 'What to show' }).boundingBox()
    expect(modes!.height).toBeLessThan(60)
    await page.setViewportSize({ width: 1280, height: 800 })

    // Its changes are one click away, in colours, and what was viewed stays so in this browser.
    await page.getByRole('button', { name: 'Changes', exact: true }).click()
    const file = page.locator('details.file-diff', { hasText: 'gone.ts' })
    await file.locator('.code-number').first().waitFor()
    expect(await file.innerText()).toContain(HOSTILE)
    const viewed = page.locator('.file-diff-box', { has: file }).getByLabel('Viewed')
    await viewed.check()
    await page.reload()
    await until('it is closed', async () => (await file.getAttribute('open')) === null)
    expect(await viewed.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Conflict', exact: true }).click()
    await first.waitFor()

    // Somebody else looks at the same conflict.
    const other = await openPage(at('/tasks/right?tab=diff'))
    await other.getByRole('group', { name: 'What to keep of gone.ts' }).waitFor()
    for (const choice of await other.getByRole('button', { name: 'Keep what landed' }).all())
      if ((await choice.getAttribute('data-choice')) !== null) await choice.click()

    // With the keyboard alone: gone.ts stays this task's, hunk 1 both, hunk 2 edited.
    await page.keyboard.press('j')
    await page.keyboard.press('2')
    await page.keyboard.press('n')
    await page.keyboard.press('3')
    await page.keyboard.press('n')
    expect(await second.evaluate((hunk) => hunk.matches(':focus'))).toBe(true)
    await page.keyboard.press('e')
    const edit = second.getByLabel('Your text for hunk 2 of 2')
    await edit.fill('<<<<<<< mine\n')
    await edit.press('Control+Enter')
    await page.getByText('3 of 3 decided').waitFor()
    await resolve.click()
    await page.getByText('there is still a conflict marker in "list.txt": <<<<<<< mine').waitFor()
    await second.focus()
    await page.keyboard.press('e')
    await edit.fill('edited 18')
    await edit.press('Control+Enter')
    await resolve.click()
    await page.getByText('Resolved the conflict of right').waitFor()
    await other.getByText('Somebody else has decided about right').waitFor()
    await until(
      'it has landed',
      () => folder.landed('list.txt')?.includes('edited 18') === true,
      40,
    )
    expect(folder.landed('list.txt')).toMatch(
      new RegExp(`^1\nleft 2\n${HOSTILE}\n3\n[^]*17\nedited 18\n19$`),
    )
    expect(folder.landed('gone.ts')).toContain(HOSTILE)

    expect(await page.title()).not.toBe('1')
    folder.write('.conductor/stay', '')
    await running.done
  },
)
