/** What `conductor init` writes. */
export const EXAMPLE_PLAN = `# A plan for Conductor. See what would happen:  conductor simulate tasks.yaml
# Run it with at most three agents at once:      conductor run tasks.yaml -p 3

config:
  parallel: 3
  # A task has either a command (run:) or words for an agent (prompt:).
  # Prompts go to the standard input of the agent's command:
  # agent: claude
  # agents:
  #   claude: { command: "claude -p --permission-mode acceptEdits" }

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
