/** The input of add_task: the usual fields of a task file. All other fields of a task file are accepted, too. */
const text = (description: string) => ({ type: 'string', description }) as const
const texts = (description: string) =>
  ({ type: 'array', items: { type: 'string' }, description }) as const

export const TASK_FORM = {
  type: 'object' as const,
  properties: {
    id: text('1 to 50 letters, digits, "-" and "_"; no other task may have it.'),
    prompt: text('What an agent should do, in full sentences. Either this or run.'),
    run: text('Or a command line to run.'),
    name: text('Its name for people.'),
    dependencies: texts('The ids of the tasks that must land before it starts.'),
    priority: { enum: ['high', 'medium', 'low', 1, 2, 3, 4, 5], description: '1 is most urgent.' },
    estimate: text('How long it will take, for example 20m.'),
    files: texts('The files it will change, so that no other task changes them at the same time.'),
    agent: text('The name of the agent for its prompt.'),
    check: text('A command that must succeed before its work lands.'),
    needs_human: {
      type: 'boolean' as const,
      description: 'Whether a person must approve its start.',
    },
  },
  required: ['id'],
  additionalProperties: true,
}
