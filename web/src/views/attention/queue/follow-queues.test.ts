import { expect, it, vi } from 'vitest'
import type { ProjectDocument } from '../../../../../src/core/projects/project-document.ts'
import { waitsForLeave } from '../../../../../test/played/needs.ts'
import { scriptedLiveRun, tasksFrom } from '../../../../../test/played/scripted-live-run.ts'
import { until } from '../../../../../test/until.ts'
import { projectOfRun } from '../../../data/api/project.ts'
import type { LiveRun, LiveView } from '../../../data/live/live-run.ts'
import { followQueues } from './follow-queues.ts'
import { haveCome, inOneQueue } from './queue.ts'

const project = (id: string, isCurrent = false): ProjectDocument => ({
  id,
  name: id,
  folder: `/${id}`,
  is_current: isCurrent,
  state: 'ok',
  problem: null,
  run: null,
  needs_you: 1,
  attention: 1,
  waiting_runs: [],
})

/** Projects whose agents ask for permission, and a note of what is opened and closed. */
function place() {
  const happened: string[] = []
  const open = ({ id }: ProjectDocument): LiveRun => {
    happened.push(`open ${id}`)
    const live = scriptedLiveRun({ name: id, tasks: tasksFrom('a'), groups: [] })
    live.startAll()
    waitsForLeave(live, 'a', 'Bash', `publish ${id}`)
    const view = { run: live.current(), conducted: true, frozen: null, clockAhead: 0, version: 1 }
    return {
      view: () => view as LiveView,
      subscribe(listener) {
        setTimeout(listener)
        return () => {}
      },
      watch: () => () => {},
      watchTracker: () => () => {},
      watchActions: () => () => {},
      close: () => void happened.push(`close ${id}`),
    }
  }
  return { happened, queues: followQueues(open) }
}

it('follows the projects that need the user, each once, and no others', () => {
  const { happened, queues } = place()
  queues.follow([project('blog')])
  queues.follow([project('blog'), project('site')])
  queues.follow([project('site')])
  queues.follow([])
  expect(happened).toEqual(['open blog', 'open site', 'close blog', 'close site'])
})

it('puts what they need into one queue, and remembers whose run it is', async () => {
  const { queues } = place()
  const listener = vi.fn()
  queues.subscribe(listener)
  queues.follow([project('blog'), project('shop', true)])
  await until('both are there', () => queues.queues().length === 2)
  expect(listener).toHaveBeenCalled()
  const items = inOneQueue(queues.queues())
  expect(items.map(({ name }) => name.split(' ', 2).join(' '))).toEqual([
    'blog: permission',
    'shop: permission',
  ])
  // The project that the server was started in has no id in its address.
  expect(items.map(({ queue }) => projectOfRun(queue.shown.run))).toEqual(['blog', null])
  queues.follow([])
  await until('nothing is left', () => queues.queues().length === 0)
})

it('is not complete before the queue of each project has come', async () => {
  const { queues: followed } = place()
  const projects = [project('blog'), project('shop')]
  expect(haveCome(projects, followed.queues())).toBe(false)
  followed.follow(projects)
  await until('both have come', () => haveCome(projects, followed.queues()))
  expect(haveCome([...projects, { id: 'gone', state: 'missing' }], followed.queues())).toBe(true)
  followed.follow([])
})
