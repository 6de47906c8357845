/** docs/ui-strings.md lists the texts of page and terminal, so that their wording can be reviewed: `npm test -- -u <this file>` writes it. */
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { textsIn } from './ui-strings.ts'

const SOURCES = ['web/src/**/*.{ts,tsx}', 'src/core/say/**/*.ts', 'src/core/ask/kinds/*.ts']

const HEAD = `# All texts of the page

Made from the sources by \`npm test -- test/ui-strings.test.ts -u\`, so that the wording can be reviewed: what the page says, and what
page and terminal say alike. \`{…}\` stands for what is filled in.
`

it('lists every text of the page in docs/ui-strings.md', async () => {
  const files = globSync(SOURCES)
    .filter((path) => !path.includes('.test.'))
    .toSorted()
  const folders = Map.groupBy(files, dirname)
  const parts = [...folders].flatMap(([folder, paths]) => {
    const texts = [...new Set(paths.flatMap(textsIn))]
    return texts.length === 0 ? [] : [`## ${folder}\n\n${texts.map(lineOf).join('\n')}\n`]
  })
  expect(parts.length).toBeGreaterThan(20)
  await expect([HEAD, ...parts].join('\n')).toMatchFileSnapshot('../docs/ui-strings.md')
})

const lineOf = (text: string): string => `- ${text.replaceAll('|', '\\|').replaceAll('<', '&lt;')}`

it('finds what JSX, attributes and templates show', () => {
  const texts = textsIn('web/src/frame/nothing-yet.tsx')
  expect(texts).toContain('No plan yet')
  expect(texts).toContain('Write the plan yourself')
  expect(textsIn('web/src/views/plan/plan-tools.tsx')).toContain('Zoom out')
  expect(textsIn('src/core/say/say-attention.ts')).toContain(
    'batch {…} is paused, and nothing else can run',
  )
})
