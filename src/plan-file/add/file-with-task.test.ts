import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePlanFile } from '../parse-plan-file.ts'
import { fileWithTask } from './file-with-task.ts'
import type { TaskForm } from './task-entries.ts'

const added = (before: string | null, form: TaskForm): string => {
  const made = fileWithTask(before, form, { name: 'tasks.yaml' })
  return made.ok ? made.diff : made.problems.map(({ message }) => message).join('\n')
}

const LOGIN = { prompt: '# Fix the login\n\nIt is slow.', agent: 'claude', dependencies: ['a'] }

describe('a task file with one more task', () => {
  it('changes no other character, and shows the new lines as a diff', () => {
    const before = `# Mine: keep it.\ntasks:\n- { id:   a, run: "true" } # one\n# the end\nmetadata: {name: Shop}\n`
    expect(added(before, LOGIN)).toBe(
      `--- a/tasks.yaml
+++ b/tasks.yaml
@@ -1,5 +1,12 @@
 # Mine: keep it.
 tasks:
 - { id:   a, run: "true" } # one
+- id: fix-login
+  name: Fix the login
+  dependencies: [a]
+  agent: claude
+  prompt: |
+    # Fix the login
+
+    It is slow.
 # the end
 metadata: {name: Shop}
`.replace('-1,5 +1,12', '-1,5 +1,13'),
    )
  })

  it('keeps the blank lines and the indent that people use, and the endings of Windows', () => {
    const before =
      'tasks:\r\n    - id: a\r\n      run: |\r\n        true\r\n\r\n    - id: b\r\n      run: x'
    const made = fileWithTask(before, { id: 'c', run: 'y' }, { name: 't' })
    expect(made).toMatchObject({
      ok: true,
      text: `${before}\n\r\n    - id: c\r\n      run: y\r\n`,
    })
  })

  it('begins a new file, fills one without tasks, and rewrites a list in brackets', () => {
    expect(added(null, { prompt: 'Write docs' })).toContain(
      '+tasks:\n+  - id: write-docs\n+    name: Write docs\n+    prompt: Write docs\n',
    )
    expect(added('tasks: []\n', { id: 'x', run: 'true' })).toContain(
      '+tasks: [{id: x, run: "true"}]',
    )
    expect(added('tasks: [{id: a, run: b}]\n', { id: 'x', run: 'y' })).toContain('id: x, run: y')
  })

  it('refuses what no task file may have, and leaves a file alone that is wrong already', () => {
    const before = 'tasks:\n  - {id: a, run: b}\n'
    expect(added(before, { id: 'a', run: 'c' })).toMatch(/"a" is already the id of a task/)
    expect(added(before, { id: 'b', run: 'c', dependencies: ['nope'] })).toMatch(/not a task/)
    expect(added(before, { id: 'b', run: 'c', evil: 1 })).toMatch(/"evil" is not a key/)
    expect(added(before, { id: '../x', run: 'c' })).toMatch(/must be a task id/)
    expect(fileWithTask('tasks: [', { run: 'x' }, { name: 't' })).toMatchObject({ isOld: true })
    expect(added('tasks:\n  - {id: a}\n', { run: 'x' })).toMatch(/nothing to do/)
  })

  it('carries any text as it is, whatever YAML would make of it', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '#', ':', '-', '"', "'", '{', '|', '\t', '%', '&', '!'),
    })
    fc.assert(
      fc.property(text, (words) => {
        const made = fileWithTask(
          'tasks:\n  - id: a\n    run: |+\n      x\n\n',
          { id: 'b', prompt: words },
          { name: 't' },
        )
        expect(made.ok).toBe(words.trim() !== '')
        if (!made.ok) return
        const read = parsePlanFile(made.text)
        const work = read.ok ? read.plan.tasks[1]!.work : null
        expect(work).toMatchObject({ is: 'prompt' })
        expect((work as { text: string }).text.trim()).toBe(words.trim())
      }),
      { numRuns: 100, seed: 3 },
    )
  })
})
