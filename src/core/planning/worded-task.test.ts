import { expect, it } from 'vitest'
import { idFromWords, nameFromWords } from './worded-task.ts'

it('takes the first line of Markdown as the name', () => {
  expect(nameFromWords('\n## Fix the **login** page.\n\nIt is slow.')).toBe('Fix the login page')
  expect(nameFromWords('- [ ] Write docs:')).toBe('Write docs')
  expect(nameFromWords('3. Third step')).toBe('Third step')
  expect(nameFromWords('***\n---')).toBe('')
  expect(nameFromWords('many words '.repeat(20))).toMatch(/^many words .* …$/)
})

it('gives an id that no other task has', () => {
  expect(idFromWords('# Fix the login page', [])).toBe('fix-login-page')
  expect(idFromWords('Fix login page', ['Fix-Login-Page', 'fix-login-page-2'])).toBe(
    'fix-login-page-3',
  )
  expect(idFromWords('../../etc <script>', [])).toBe('etc-script')
  expect(idFromWords('日本', [])).toBe('task')
})
