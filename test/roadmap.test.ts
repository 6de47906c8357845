/** The roadmap of Conductor itself is a task file with epics, and names just what is open in docs/REQUIREMENTS.md. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { epicsOf } from '../src/core/plan/epics.ts'
import { parsePlanFile } from '../src/plan-file/parse-plan-file.ts'
import { Game } from './played/play.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** Groups of requirements whose open ones are work to do; PLAN-52 and PLAN-53 are remarks about the plan of the seeds. */
const OPEN = /^\| ((?:EXP|BOOT|DIST|WORK)-\d+) \| [^|]* \| (?:later|part) \|/gm

it('has a task for every requirement that is open, in epics that the store would show', () => {
  const file = parsePlanFile(read('roadmap.yaml'))
  if (!file.ok) throw new Error(JSON.stringify(file.problems))
  expect(file.warnings).toEqual([])
  const { tasks } = file.plan
  const named = tasks.flatMap(({ work }) =>
    work.is === 'prompt' ? [...work.text.matchAll(/\b[A-Z]+-\d+\b/g)].map(([id]) => id) : [],
  )
  const open = [...read('docs/REQUIREMENTS.md').matchAll(OPEN)].map(([, id]) => id!)
  expect(open.length).toBeGreaterThan(0)
  expect(named.toSorted()).toEqual(open.toSorted())
  expect(tasks.filter(({ epic }) => epic === null)).toEqual([])
  const epics = epicsOf(new Game(file.plan, {}).run)
  expect(new Set(epics.map(({ name }) => name))).toEqual(new Set(tasks.map(({ epic }) => epic)))
})
