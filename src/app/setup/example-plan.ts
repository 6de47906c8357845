/** The plan that `conductor init` writes. */

/** agents: those on this machine that could be given prompts. */
export const examplePlan = (
  file: string,
  agents: readonly string[],
): string => `# A plan for Conductor. See what would happen:  conductor simulate ${file}
# Run it with at most three agents at once:      conductor run ${file} -p 3

config:
  parallel: 3
  # A task has either a command (run:) or words for an agent (prompt:).
${sayAgents(agents)}

tasks:
  - id: schema
    name: Design the database schema
    run: echo "create table todo (id integer primary key, title text);" > schema.sql
    estimate: 10m

  - id: api
    name: Write the API
    run: sleep 1 && echo "GET /todos" > api.txt
    dependencies: [schema]
    estimate: 30m
    files: [api.txt]

  - id: pages
    name: Build the pages
    run: sleep 1 && echo "<h1>Todos</h1>" > index.html
    priority: high
    estimate: 20m

  - id: test
    name: Test it all together
    run: test -s api.txt && test -s index.html
    dependencies: [api, pages]
    timeout: 5m
`

/** The ids of its tasks, as messages name them. */
export const EXAMPLE_TASKS = 'schema, api, pages, test'

/** Whether the user has changed nothing in it but comments. */
export const isExamplePlan = (text: string): boolean =>
  withoutComments(text) === withoutComments(examplePlan('', []))

const withoutComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .join('\n')

/** Naming a known agent is enough: Conductor then drives it, so it can ask, be guided and allowed, and report costs. */
function sayAgents([first, ...others]: readonly string[]): string {
  if (first === undefined)
    return `  # Prompts go to an agent, and none was found on this machine: docs/agents.md says how to get one.`
  const more = others.length === 0 ? '' : ` On this machine there is also ${others.join(', ')}.`
  return `  # Prompts go to this agent:${more}
  # agent: ${first}`
}
