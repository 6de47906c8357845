/** An agent that has opened a pull request reports its URL; the status shows it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../conductor.ts'

it('a pull request of an agent is shown in the status of the run, with its URL', async () => {
  await using shop = repository({
    'agent.sh': `
echo dark > dark.css
echo '{"status": "complete", "pullRequestUrl": "https://forge.example/acme/shop/pull/42"}' > "$CONDUCTOR_SESSION_STATE"
sleep 1.5
`,
    '.conductor/config.yaml':
      'agent: mine\nagents: {mine: {command: sh agent.sh}}\nland: {review: true}\n',
    'tasks.yaml': 'tasks: [{id: dark, name: Add dark mode, issue: 125, prompt: Add it}]\n',
  })
  await shop.conductor('run', 'tasks.yaml', '--no-ui')
  const { stdout } = await shop.conductor('status')
  expect(stdout).toContain('Active Sessions (1):')
  expect(stdout).toContain(
    '[+] #125 - PR READY - Add dark mode\n    PR: https://forge.example/acme/shop/pull/42',
  )
  const file = join(shop.path, '.conductor', 'sessions', '1-dark-1.json')
  const session = (): object => JSON.parse(readFileSync(file, 'utf8')) as object
  const pullRequestUrl = 'https://forge.example/acme/shop/pull/42'
  const ready = { status: 'complete', pullRequestUrl, stuckReason: null }
  expect(session()).toMatchObject({ ...ready, phase: 'review' })
  expect((await shop.conductor('approve', 'dark')).code).toBe(0)
  expect(session()).toMatchObject({ ...ready, phase: 'succeeded' })
})
