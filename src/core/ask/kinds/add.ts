/** Adds tasks to a run that is not over. */
import { NO_KNOWLEDGE, withEstimates } from '../../durations/estimate-tasks.ts'
import type { Task } from '../../plan/plan.ts'
import { stateOf, type Run } from '../../run/run.ts'
import { isLost } from '../../run/task-state.ts'
import { firstFew } from '../../say/say-wait.ts'
import { accept, firstLostBefore, refuse } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

export const add = askKind({
  ask: 'add',
  /** by: the task that adds them; null: a person does. */
  fields: { tasks: 'tasks', by: 'task-or-null' },
  /** The tasks were checked against the plan when they were read, so they are refused only after a race. */
  answer(run, { tasks, by }) {
    const { indexOf } = run.graph
    const twice = tasks.find(({ id }) => indexOf.has(id))
    if (twice) return refuse({ is: 'task-exists', task: twice.id })
    const dead = tasks
      .flatMap(({ id, dependencies }) => dependencies.map((dependency) => ({ id, dependency })))
      .find(({ dependency }) => indexOf.has(dependency) && isLost(stateOf(run, dependency).is))
    if (dead) {
      const dependency = firstLostBefore(run, dead.dependency) ?? dead.dependency
      return refuse({ is: 'dependency-not-landed', task: dead.id, dependency })
    }
    return accept(
      [{ type: 'tasks-added', tasks: estimated(run, tasks), by }],
      tasks.map(({ id }) => id),
    )
  },
  say: (_, affected) => `Added ${firstFew(affected)}.`,
})

/** By what earlier runs taught; what was not said of these tasks is assumed as for the others of the plan. */
function estimated(run: Run, tasks: readonly Task[]): readonly Task[] {
  const knowledge = { ...NO_KNOWLEDGE, learned: run.learned }
  const whole = { ...run.plan, tasks: [...run.plan.tasks.filter(isKnown), ...tasks] }
  return withEstimates(whole, knowledge).tasks.slice(-tasks.length)
}

const isKnown = ({ estimate }: Task): boolean => estimate.from !== 'default'

export const addHelp: AskHelp = {
  by: 'people',
  does: 'add a task to the run, also to one that is stopped; also from inside a task',
  note: 'In the form of the task file.',
  commands: ['add'],
  tool: 'add_task',
  noUndo: 'skip removes the task again',
}
