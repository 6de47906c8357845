import { expect, it } from 'vitest'
import { factsOfPaths } from '../../core/planning/facts-of-paths.ts'
import { planOffline } from '../../core/planning/offline/plan-offline.ts'
import { USUAL_SENSITIVE_AREAS } from '../../core/planning/flags/sensitive-areas.ts'
import { parsePlanFile } from '../../plan-file/parse-plan-file.ts'
import { planFileText } from '../../plan-file/write-plan-file.ts'
import { draftToForesee, tasksOf } from './tasks-of-plan.ts'

const SPEC = `# Shop
## Tasks
- [ ] Search: find orders by "name" #12
- [ ] fix-login in \`src/login.ts\`, after #12
- [ ] Export: write a CSV file -- with umlauts (ä, ö), tabs\tand 100 %
## Constraints
- Works offline
`

it('a task is asked about with the same words before and after it is written into the task file', () => {
  const request = { requirements: SPEC, agents: 3, sensitiveAreas: USUAL_SENSITIVE_AREAS }
  const draft = planOffline(
    request,
    factsOfPaths(['src/login.ts', 'src/search.ts'], () => null),
  )
  const read = parsePlanFile(planFileText(draft, { parallel: 3, check: 'npm test' }))
  if (!read.ok) throw new Error('the task file cannot be read')
  const asked = tasksOf(read.plan).map((task) => ({ ...task, body: task.body.trimEnd() }))
  const expected = draft.tasks.map(draftToForesee)
  expect(asked).toEqual(expected.map((task) => ({ ...task, body: task.body.trimEnd() })))
  expect(asked.length).toBeGreaterThan(2)
})
