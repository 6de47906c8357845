/** Every command that Conductor tells a user to type is whole, and works in the situation in which it is printed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hintsInSources, isPrintedFrom, whatIsMissing } from './hints-in-sources.ts'
import { inLeanProcess } from './lean-process.ts'
import { SITUATIONS } from './situations.ts'

/** Hints of situations that another test reaches, with the words that it types. */
const TYPED_ELSEWHERE: Readonly<Record<string, readonly [test: string, typed: string]>> = {
  'src/core/report/waiting-run.ts': ['test/end-to-end/projects.test.ts', "'attention', '1'"],
  'src/report-text/say-explain.ts: conductor prompt *': [
    'test/end-to-end/prompts.test.ts',
    "'prompt', 'api'",
  ],
  'src/report-text/say-issues.ts': ['test/end-to-end/issues.test.ts', "'issues', '--label'"],
  'src/report-text/say-issues.ts: conductor plan "what you want"': [
    'test/end-to-end/plan.test.ts',
    '\'conductor plan "what you want" --out other.yaml\'',
  ],
  'src/core/forge/issues/issue-document.ts': [
    'test/end-to-end/issues.test.ts',
    "'run', '--issues', '1,2'",
  ],
  'src/cli/declare-issues.ts': ['test/end-to-end/issues.test.ts', "'plan', '--issues'"],
  'src/app/issues/plan-issues-here.ts': ['test/end-to-end/issues.test.ts', "conductor('issues')"],
  'src/app/look/costs-command.ts: conductor runs': ['test/end-to-end/costs.test.ts', "'runs'"],
  'src/report-text/say-expertise.ts': [
    'test/end-to-end/expertise.test.ts',
    "'expertise', 'export', '--force'",
  ],
  'src/app/expertise/expertise-command.ts': [
    'test/end-to-end/expertise.test.ts',
    "conductor('expertise')",
  ],
  'src/core/expertise/expert-commands.ts': [
    'test/end-to-end/expertise.test.ts',
    "'expertise', 'export'",
  ],
  'src/core/say/landing/say-conflict.ts': [
    'test/end-to-end/conflicts.test.ts',
    "conductor('approve', 'b')",
  ],
  'src/core/say/pulls/say-review.ts: conductor pr approve *': [
    'test/end-to-end/pull-requests-of-runs.test.ts',
    "'pr', 'approve', 'page'",
  ],
  'src/core/say/pulls/say-review.ts: conductor pr request-changes * "..."': [
    'test/end-to-end/pull-requests-of-runs.test.ts',
    "'pr', 'request-changes', 'page'",
  ],
  'src/core/say/pulls/say-review.ts: conductor pr sync --run *': [
    'test/end-to-end/pull-requests-of-runs.test.ts',
    "'pr', 'sync', '--run', '1'",
  ],
  'src/report-text/say-planned.ts': ['test/end-to-end/plan.test.ts', 'typed where they are said'],
  'src/plan-file/plan-header.ts': ['test/end-to-end/plan.test.ts', 'typed where they are said'],
  'src/cli/declare-plan.ts': ['test/end-to-end/plan.test.ts', 'typed where they are said'],
  'src/cli/program.ts: conductor plan "Todo app with login"': [
    'test/end-to-end/plan.test.ts',
    'typed where they are said',
  ],
  'src/app/plan/load-plan.ts: conductor plan "what you want" --out *': [
    'test/end-to-end/plan.test.ts',
    '\'conductor plan "what you want" --out other.yaml\'',
  ],
  'src/app/planning/plan-file-commands.ts': [
    'test/end-to-end/plan.test.ts',
    'typed where they are said',
  ],
  'src/app/planning/planning-request.ts': [
    'test/end-to-end/plan.test.ts',
    'typed where they are said',
  ],
  'src/app/foresee/foresee-command.ts': [
    'test/end-to-end/plan.test.ts',
    'typed where they are said',
  ],
  'src/app/conduct/run-command.ts: conductor plan check': [
    'test/end-to-end/plan.test.ts',
    'typed where they are said',
  ],
  'src/config/all-settings.ts: conductor plan': [
    'test/end-to-end/plan.test.ts',
    'typed where they are said',
  ],
  'src/cli/declare-suggest.ts': ['test/end-to-end/suggest.test.ts', 'typed where they are said'],
  'src/app/suggest/suggest-command.ts': [
    'test/end-to-end/suggest.test.ts',
    'typed where they are said',
  ],
  'src/app/suggest/queue-here.ts': ['test/end-to-end/suggest.test.ts', 'typed where they are said'],
  'src/forge/plain-git/open-plain-git.ts: conductor pr': [
    'test/end-to-end/pull-requests.test.ts',
    "conductor('pr')",
  ],
  'src/forge/plain-git/open-plain-git.ts: conductor run tasks.yaml': [
    'test/end-to-end/pull-requests.test.ts',
    "'run', 'tasks.yaml'",
  ],
  'src/core/say/say-attention.ts: conductor pr *': [
    'test/end-to-end/pull-requests.test.ts',
    "'pr', 'page'",
  ],
  'src/app/pull-requests/review-command.ts': [
    'test/end-to-end/pull-requests.test.ts',
    "conductor('pr')",
  ],
  'src/core/forge/publishing-refused.ts: conductor take': [
    'test/end-to-end/take.test.ts',
    "'take'",
  ],
  'src/core/say/pulls/say-branch-fate.ts: conductor pr sync': [
    'test/end-to-end/pull-request-prune.test.ts',
    'await sync(shop)',
  ],
  'src/app/pull-requests/prune-command.ts: conductor pr prune --yes': [
    'test/end-to-end/pull-request-prune.test.ts',
    "prune(shop, '--yes')",
  ],
  'src/report-text/say-next-steps.ts: conductor pr': [
    'test/end-to-end/pull-requests-of-runs.test.ts',
    "json('pr')",
  ],
  'src/core/forge/open-pulls.ts: conductor pr --run *': [
    'test/end-to-end/pull-requests-of-runs.test.ts',
    "'pr', '--run', '1'",
  ],
  'src/core/forge/open-pulls.ts: conductor pr sync --run *': [
    'test/end-to-end/pull-requests-of-runs.test.ts',
    "'pr', 'sync', '--run', '1'",
  ],
  'src/core/say/pulls/say-pull-step.ts: conductor pr sync': [
    'test/end-to-end/pull-requests.test.ts',
    "'pr', 'sync'",
  ],
  'web/src/views/attention/need-facts.tsx: conductor pr sync': [
    'test/end-to-end/pull-requests.test.ts',
    "'pr', 'sync'",
  ],
  'src/core/say/say-attention.ts: conductor pr sync': [
    'test/end-to-end/pull-requests.test.ts',
    "'pr', 'sync'",
  ],
  'src/core/say/say-attention.ts: conductor diff *': [
    'test/end-to-end/pull-requests.test.ts',
    "'diff', 'page'",
  ],
  'src/app/pull-requests/pull-request-commands.ts: conductor status': [
    'test/end-to-end/pull-requests.test.ts',
    "conductor('status')",
  ],
  'src/app/pull-requests/pull-request-commands.ts: conductor pr': [
    'test/end-to-end/pull-requests.test.ts',
    "conductor('pr')",
  ],
  'src/app/pull-requests/sync-pulls.ts': [
    'test/end-to-end/pull-requests.test.ts',
    "conductor('pr')",
  ],
  'web/src/views/pulls/pulls.tsx: conductor run --pr': [
    'test/end-to-end/pull-requests.test.ts',
    "'tasks.yaml', '--pr'",
  ],
  'web/src/views/pulls/pulls.tsx: conductor pr': [
    'test/end-to-end/pull-requests.test.ts',
    "conductor('pr')",
  ],
  'src/app/suggest/queue-place.ts: conductor serve': ['test/end-to-end/serve.test.ts', "'serve'"],
  'src/app/suggest/queue-place.ts: conductor run *': [
    'test/end-to-end/suggest.test.ts',
    "'run', 'tasks.yaml'",
  ],
  'src/app/suggest/queue-place.ts: conductor init': [
    'test/end-to-end/first-minutes.test.ts',
    "'init'",
  ],
  'src/app/new-task/add-command.ts': [
    'test/end-to-end/new-task.test.ts',
    'typed where they are said',
  ],
  'src/app/new-task/templates.ts': [
    'test/end-to-end/new-task.test.ts',
    'typed where they are said',
  ],
  'src/app/open/place-of-task.ts': [
    'test/end-to-end/worktrees.test.ts',
    "'worktrees', 'open', 'bad'",
  ],
  'src/planning/choose-backend.ts': ['test/end-to-end/first-minutes.test.ts', "'doctor'"],
  'src/agents/session/session-place.ts': ['test/end-to-end/mcp.test.ts', "'session'"],
  'src/core/agent/default-prompt.ts': ['test/end-to-end/mcp.test.ts', "'session'"],
  'src/app/take/previous-result.ts': ['test/end-to-end/take.test.ts', "'take', '1'"],
  'src/core/say/say-take.ts': ['test/end-to-end/take.test.ts', "'take', '--undo'"],
  'src/app/take/say-choices.ts': ['test/end-to-end/take.test.ts', "'take', '--merge'"],
  'src/app/take/take-command.ts': ['test/end-to-end/take.test.ts', "'take', '--merge'"],
  'src/report-text/say-next-steps.ts: conductor take': ['test/end-to-end/take.test.ts', "'take'"],
  'src/app/look/say-status.ts: conductor take': ['test/end-to-end/take.test.ts', "'take'"],
  'src/app/setup/demo-command.ts': ['test/end-to-end/setup.test.ts', 'What to try next'],
  'src/app/plan/missing-agents.ts': ['test/end-to-end/first-minutes.test.ts', "'doctor'"],
  'src/app/console/unexpected-errors.ts: conductor resume': [
    'test/end-to-end/never-lose.test.ts',
    "'resume'",
  ],
  'src/app/worktree/manual-worktree-commands.ts: conductor approve *': [
    'test/end-to-end/worktrees.test.ts',
    "'approve', 'bad'",
  ],
  'src/app/worktree/manual-worktree-commands.ts: conductor merge *': [
    'test/end-to-end/worktree-commands.test.ts',
    "'merge', 'failing'",
  ],
  'src/report-text/say-explain.ts: conductor worktrees open *': [
    'test/end-to-end/worktrees.test.ts',
    "'worktrees', 'open', 'bad'",
  ],
  'src/app/conduct/obey-signals.ts: conductor resume': [
    'test/end-to-end/interruption.test.ts',
    "'resume'",
  ],
  'src/app/ask/reach-coordinator.ts: conductor status': [
    'test/end-to-end/control.test.ts',
    "'status'",
  ],
  'src/app/look/say-status.ts: conductor resume': ['test/end-to-end/machine.test.ts', "'resume'"],
  'src/core/say/say-attention.ts: conductor resume': [
    'test/end-to-end/machine.test.ts',
    "'resume'",
  ],
  'src/report-text/say-needs-you.ts: conductor resume': [
    'test/end-to-end/interruption.test.ts',
    "'resume'",
  ],
  'src/app/ask/hints-when-not-running.ts: conductor resume *': [
    'test/end-to-end/interruption.test.ts',
    "'resume', '1'",
  ],
  'src/app/look/diff-command.ts: conductor diff --since *': [
    'test/end-to-end/worktrees.test.ts',
    "'diff', '--since', 'a'",
  ],
  'src/core/say/landing/say-held-below.ts: conductor approve *': [
    'test/end-to-end/worktrees.test.ts',
    "'approve', 'below'",
  ],
  'src/core/say/landing/say-held-below.ts: conductor explain *': [
    'test/end-to-end/control.test.ts',
    "'explain', task",
  ],
  'src/app/look/read-runs.ts: conductor demo': ['test/end-to-end/setup.test.ts', "'demo'"],
  'src/app/look/read-runs.ts: conductor resume': ['test/end-to-end/never-lose.test.ts', "'resume'"],
  'src/cli/program.ts: conductor demo': ['test/end-to-end/setup.test.ts', "'demo'"],
  'src/cli/program.ts: conductor run -': ['test/end-to-end/first-minutes.test.ts', "'run', '-'"],
  'src/report-text/say-on-hold.ts: conductor resume': ['test/end-to-end/run.test.ts', "'resume'"],
  'src/core/say/landing/say-branch-move.ts: conductor accept *': [
    'test/end-to-end/work-not-there.test.ts',
    "'accept', 'side'",
  ],
  'src/core/say/say-guidance.ts: conductor session guidance': [
    'test/end-to-end/mcp.test.ts',
    "['guidance']",
  ],
  'src/core/say/say-failure.ts: conductor merge *': [
    'test/end-to-end/work-not-there.test.ts',
    "'merge', task",
  ],
  'src/core/say/say-failure.ts: conductor resume': ['test/end-to-end/control.test.ts', "'resume'"],
  'src/core/say/say-hindrance-hint.ts: conductor agents <n>': [
    'test/end-to-end/pace.test.ts',
    "'agents'",
  ],
  'src/git/by-hand/open-by-hand.ts: conductor rescue': [
    'test/end-to-end/rescue.test.ts',
    "'rescue'",
  ],
  'src/git/by-hand/open-by-hand.ts: conductor worktrees': [
    'test/end-to-end/worktrees.test.ts',
    "conductor('worktrees')",
  ],
  'src/git/by-hand/remove-manual-worktree.ts: conductor prune': [
    'test/end-to-end/worktree-commands.test.ts',
    "'prune'",
  ],
  'src/server/http/access-cookie.ts: conductor open': ['test/end-to-end/serve.test.ts', "'open'"],
  'src/server/http/locked-page.ts: conductor open': ['test/end-to-end/serve.test.ts', "'open'"],
  'web/src/views/task/open-again.ts: conductor worktrees open *': [
    'test/end-to-end/worktrees.test.ts',
    "'worktrees', 'open', 'bad'",
  ],
  'web/src/views/lanes/worktree/say-worktree.ts': ['test/end-to-end/rescue.test.ts', "'rescue'"],
  'web/src/frame/locked.tsx': ['test/end-to-end/serve.test.ts', "'open'"],
  'web/src/frame/nothing-yet.tsx': ['test/end-to-end/first-minutes.test.ts', "'init'"],
  'src/server/hub/mounts.ts: conductor projects remove *': [
    'test/end-to-end/projects.test.ts',
    "'projects', 'remove', 'site'",
  ],
  'src/server/hub/mounts.ts: conductor doctor': ['test/end-to-end/setup.test.ts', "'doctor'"],
  'src/cli/declare-look.ts: conductor projects': [
    'test/end-to-end/projects.test.ts',
    "conductor('projects')",
  ],
  'src/cli/declare-projects.ts: conductor serve': ['test/end-to-end/serve.test.ts', "'serve'"],
  'src/app/projects/projects-command.ts: conductor serve': [
    'test/end-to-end/serve.test.ts',
    "'serve'",
  ],
  'src/app/projects/projects-command.ts: conductor projects': [
    'test/end-to-end/projects.test.ts',
    "conductor('projects')",
  ],
  'src/app/projects/projects-command.ts: conductor projects add <folder>': [
    'test/end-to-end/projects.test.ts',
    "'projects', 'add', path",
  ],
  'web/src/frame/projects/no-project.tsx': [
    'test/end-to-end/projects.test.ts',
    "conductor('projects')",
  ],
  'web/src/data/api/client.ts': ['test/end-to-end/serve.test.ts', "'serve'"],
  'src/core/workspace/dependency-cycles.ts': [
    'test/end-to-end/workspaces.test.ts',
    "conductor('workspaces')",
  ],
  'src/app/workspaces/mark-commands.ts': [
    'test/end-to-end/workspaces.test.ts',
    "'depends', 'web', 'on', 'shop:api'",
  ],
  'src/app/workspaces/open-tracker.ts: conductor config': [
    'test/end-to-end/setup.test.ts',
    "'config'",
  ],
  'src/app/workspaces/open-tracker.ts: conductor projects add *': [
    'test/end-to-end/projects.test.ts',
    "'projects', 'add'",
  ],
  'src/cli/declare-foresee.ts': ['test/end-to-end/foresee.test.ts', "'--plan', 'tasks.yaml'"],
  'src/cli/declare-foresee.ts: conductor foresee "..." --rerank': [
    'test/end-to-end/foresee-rerank.test.ts',
    "'--rerank'",
  ],
  'src/cli/declare-run.ts: conductor run --requirements "Todo app with login" --offline': [
    'test/end-to-end/plan-and-run.test.ts',
    "'--requirements', 'Todo app with login', '--offline'",
  ],
  'src/app/conduct/plan-first.ts': [
    'test/end-to-end/plan-and-run.test.ts',
    "'tasks.yaml', '--requirements', 'spec.md'",
  ],
  'src/app/conduct/plan-first.ts: conductor resume': [
    'test/end-to-end/interruption.test.ts',
    "'resume'",
  ],
  'src/app/conduct/run-command.ts': ['test/end-to-end/plan.test.ts', 'typed where they are said'],
  'web/src/views/orbs/no-orbs.tsx': ['test/end-to-end/projects.test.ts', "'projects', 'add'"],
  'src/app/workspaces/tracked-repository.ts: conductor doctor': [
    'test/end-to-end/setup.test.ts',
    "'doctor'",
  ],
  'src/core/say/landing/ways-out.ts: conductor resolve * --theirs': [
    'test/end-to-end/conflicts.test.ts',
    "'resolve', 'b', '--theirs'",
  ],
  'src/cli/declare-conflict.ts': ['test/end-to-end/conflicts.test.ts', "'resolve', 'b'"],
  'src/app/conflict/conflicts-command.ts': ['test/end-to-end/conflicts.test.ts', "'resolve', 'b'"],
  'src/app/conflict/resolve-command.ts': ['test/end-to-end/conflicts.test.ts', "'conflicts', 'b'"],
  'src/app/conflict/task-conflict.ts': ['test/end-to-end/conflicts.test.ts', "'conflicts', 'b'"],
  'src/report-text/say-pulls.ts: conductor pr *': [
    'test/end-to-end/pull-requests-of-runs.test.ts',
    "'pr', 'page'",
  ],
  'src/core/forge/publishing-refused.ts: conductor pr': [
    'test/end-to-end/pull-request-troubles.test.ts',
    "conductor('pr')",
  ],
  'src/core/say/say-failure.ts: conductor reject * "why"': [
    'test/end-to-end/checkout-untouched.test.ts',
    "'reject', 'bad', 'no bad files'",
  ],
  'src/core/report/task-standing.ts: conductor merge *': [
    'test/end-to-end/work-not-there.test.ts',
    "'merge', 'spoken'",
  ],
  'src/core/report/task-standing.ts: conductor retry *': [
    'test/end-to-end/control.test.ts',
    "'retry', 'a'",
  ],
  'src/app/planning/keep-plan.ts: conductor init': [
    'test/end-to-end/first-minutes.test.ts',
    "conductor('init')",
  ],
  'src/app/take/untaken-earlier.ts: conductor take --run *': [
    'test/end-to-end/take.test.ts',
    "'take', '--run', '1'",
  ],
  'src/tui/press/press.ts: conductor serve': ['test/end-to-end/serve.test.ts', "'serve'"],
}

/** Examples of API answers, and a command that only stands for a shortened list: no user is told to type these. */
const NOT_SAID = /^src\/server\/api\/|^src\/report-text\/say-explain\.ts: conductor explain/

it('every hint in the sources is a whole command', () => {
  const wrong = hintsInSources().map(({ file, form }) => [file, whatIsMissing(form)] as const)
  expect(wrong.filter(([, missing]) => missing !== null)).toEqual([])
})

it('every hint in the sources is typed by some test', () => {
  const untyped = hintsInSources().filter(
    ({ file, form }) =>
      !NOT_SAID.test(`${file}: ${form}`) &&
      !SITUATIONS.some(({ from, hint }) => from === file && isPrintedFrom(hint, form)) &&
      !isTypedIn(TYPED_ELSEWHERE[`${file}: ${form}`] ?? TYPED_ELSEWHERE[file]),
  )
  expect(untyped.map(({ file, form }) => `${file}: ${form}`)).toEqual([])
})

it('every hint works when it is typed where it is said', { timeout: 240_000 }, async () => {
  const { code, printed } = await inLeanProcess('type-every-hint.ts')
  expect(printed).toBe('')
  expect(code).toBe(0)
})

function isTypedIn(claim: readonly [test: string, typed: string] | undefined): boolean {
  if (claim === undefined) return false
  const file = join(import.meta.dirname, '..', '..', claim[0])
  return existsSync(file) && readFileSync(file, 'utf8').includes(claim[1])
}
