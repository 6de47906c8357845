/** The commands for a new task and for the templates of tasks. */
import { Option } from 'commander'
import type { TypedTask } from '../app/new-task/add-command.ts'
import { command } from './program.ts'

export function declareAdd(): void {
  command(
    'add [id]',
    'add a task to the run, also to one that is stopped; without an open run, to the task file',
    async (console, options: Omit<TypedTask, 'id'>, id?: string) => {
      const { addCommand } = await import('../app/new-task/add-command.ts')
      return addCommand({ ...options, id }, console)
    },
  )
    .option('--run <command>', 'the command it runs')
    .option(
      '--prompt <text>',
      'or the instructions for an agent, as words or Markdown; - for standard input',
    )
    .option('--after <tasks...>', 'its dependencies')
    .option('--name <text>', 'its name for people; without an id, the id is made from it')
    .option('--priority <priority>', 'high, medium, low or 1 to 5')
    .option('--estimate <duration>', 'how long it will take, e.g. 20m')
    .option('--files <paths...>', 'the files it will change')
    .option('--agent <name>', 'the agent for its prompt')
    .option('--model <name>', 'the model of the agent')
    .option('--check <command>', 'a command that must succeed before its work lands')
    .option('--budget <usd>', 'its budget for models in US dollars, e.g. 2')
    .option('--needs-approval', 'it waits for your approval before it starts')
    .option('--template <name>', 'begin with this template; what you type here counts before it')
    .addOption(
      new Option(
        '--save-template <name>',
        'only keep it as a template; no task is added',
      ).conflicts('dryRun'),
    )
    .addOption(
      new Option(
        '--to <where>',
        'where it goes; without this, to the run if one is not over',
      ).choices(['run', 'file']),
    )
    .option('--file <path>', 'the task file, instead of tasks.yaml')
    .option('--dry-run', 'only show what would be written, as a diff')

  command('templates', 'list the templates of tasks in this repository', async (console) => {
    const { templatesCommand } = await import('../app/new-task/add-command.ts')
    return templatesCommand(console)
  })
}
