/** The prompt template for users who have none of their own: config/prompt.md, word for word. */
export const DEFAULT_PROMPT = `# {{title}}

{{task}}

{{#deliverable}}
What is expected in the end: {{deliverable}}

{{/deliverable}}
{{#issue}}
This is issue #{{issue}}.

{{/issue}}
{{#repository}}
The repository is {{repository}}.

{{/repository}}
{{#before}}
## What it builds on

{{before}}

{{/before}}
{{#files}}
## Files

These are expected to change. Others may be at work on other files at the same time: leave those alone if you can.

{{files}}

{{/files}}
{{#ask_first}}
## Areas in which you must ask first

Before you change anything that concerns one of these, ask:

{{ask_first}}

{{/ask_first}}
{{#decided}}
## What has been decided

{{decided}}

{{/decided}}
{{#situation}}
## Status

{{situation}}

{{/situation}}
## How to work

- Work only in this folder.
{{#branch}}
- You are on the branch \`{{branch}}\`. Commit your work there, in steps that make sense, with clear messages.
- Never begin a merge, never push, never switch branches, never touch other worktrees. Bringing the work together is done for you.
{{/branch}}
- Take routine decisions yourself: names, structure, tests, small trade-offs.
- Ask when a decision is not yours: what is wanted is unclear, or security, data, money or a public interface depend on it.
  Say what has to be decided, what you would choose between, and what one must know. Then end your turn: the answer comes to you.
- If there is a folder \`.claude/commands/experts/\`, read what is there for the domain you work in before you begin.

## How to report

- With your tools, if you have them: \`report_status\` says how far you are, \`ask_human\` asks, \`get_guidance\` hears what people have said.
- Otherwise on the command line: \`conductor session status working\`, \`conductor session ask "..."\`,
  \`conductor session guidance\`.
- Or write JSON into the file \`$CONDUCTOR_SESSION_STATE\`:
  \`{"status": "stuck", "stuckReason": "...", "options": ["...", "..."], "context": "..."}\`.
`
