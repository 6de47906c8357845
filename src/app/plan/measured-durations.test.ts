import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { planFrom } from '../../../test/played/play.ts'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { NO_KNOWLEDGE } from '../../core/durations/estimate-tasks.ts'
import { findWorkspace } from '../place/workspace.ts'
import { knowledgeFor, workSecondsHere } from './measured-durations.ts'

it('knows nothing before the first run, and while that is only being recorded', () => {
  using folder = tempFolder()
  const workspace = findWorkspace(folder.path)
  expect(knowledgeFor(planFrom('a:'), workspace)).toBe(NO_KNOWLEDGE)
  mkdirSync(workspace.home, { recursive: true })
  writeFileSync(workspace.database, '')
  expect(knowledgeFor(planFrom('a:'), workspace)).toBe(NO_KNOWLEDGE)
  expect(workSecondsHere(workspace)).toEqual([])
})
