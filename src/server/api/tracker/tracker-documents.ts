/** The tracker as the API describes it. */
import type {
  ClickRecord,
  SessionStatus,
  TrackedTask,
  Tracker,
  TrackerNotice,
  TreeCommit,
  TreeNode,
} from '../../../core/workspace/tracker.ts'
import {
  documentOf,
  flag,
  listOf,
  loose,
  mapTo,
  maybe,
  number,
  objectOf,
  oneOf,
  text,
  texts,
  time,
  whole,
} from '../answer-schemas.ts'

const session = objectOf<SessionStatus>('The agent session of a workspace.', {
  workspace_id: text('Of the workspace.', 'shop:task-api'),
  status: text('idle, working, error, or a word of another program.', 'working'),
  model: maybe(text('The model, if it is known.')),
  is_compacting: flag('Whether the agent is summarising its conversation.'),
})

const record = objectOf<ClickRecord>('When a workspace was active.', {
  workspace_id: text('Of the workspace.', 'shop:task-api'),
  name: text('Of the workspace.'),
  repo_name: text('Of the repository.'),
  branch: text('Its branch.'),
  first_seen: time('When it was first heard of.'),
  last_seen: time('When it was last active.'),
})

const commit = objectOf<TreeCommit>('A commit.', {
  sha: text('Its name.'),
  short_sha: text('The beginning of its name.'),
  author: text('Who made it.'),
  date: text('The day.', '2026-11-17'),
  message: text('The first line of its message; 80 characters at most.'),
  github_url: text('Its page; empty: there is none.'),
  author_avatar_url: text('A picture of the author; empty: not known.'),
})

const task = objectOf<TrackedTask>('The task of ours that works there.', {
  project: text('The id of the project.', 'shop'),
  run: text('Its run.', '7'),
  task: text('Its id.', 'api'),
})

export const nodeDocument = documentOf<TreeNode>(
  'TreeNode',
  'A branch, and those that stand on it.',
  {
    name: text('The title of the pull request, else the name of the workspace.'),
    branch: text('Its branch.', 'task-api'),
    workspace_id: maybe(text('null: the default branch, or a pull request without a workspace.')),
    pr_number: maybe(whole('The number of its open pull request.')),
    pr_title: text('Empty: there is no pull request.'),
    pr_author_login: text('Who opened the pull request.'),
    pr_author_avatar_url: text('A picture of that person.'),
    click_record: maybe(record),
    session_status: maybe(session),
    ci_status: oneOf(['', 'pass', 'fail', 'pending'], 'Of the newest commit; empty: not known.'),
    commits_from_parent: listOf(
      commit,
      'What it adds to its parent, the newest first; 15 at most.',
    ),
    parent_branch_name: text('The branch below it; empty at the root.', 'main'),
    github_url: text('The page of the pull request, else of the branch; empty: there is none.'),
    children: listOf(
      loose('A node of the same form.', { $ref: '#/components/schemas/TreeNode' }),
      'What stands on it.',
    ),
    status: oneOf(
      ['idle', 'working', 'stuck', 'merged'],
      'merged: its content is in the default branch, or has landed in the branch of its run.',
    ),
    says: text('What the agent does, or why it is stuck.'),
    last_active_at: maybe(number('Milliseconds since 1970.')),
    task: maybe(task),
    worktree_path: maybe(text('Its folder.')),
    blockers: texts('What people have recorded as blocking it from outside.'),
    depends_on: texts(
      'Workspaces that people have recorded as its dependencies: repository:branch.',
    ),
  },
)

const notice = objectOf<TrackerNotice>('What is missing in the trees, and why.', {
  repository: maybe(text('null: it concerns all of them.')),
  message: text('What is missing.'),
  hint: maybe(text('What to do about it.')),
})

export const trackerDocument = documentOf<Tracker>('Tracker', 'All workspaces.', {
  trees: mapTo(
    nodeDocument.asField,
    'By the name of the repository; the root is its default branch.',
  ),
  session_statuses: mapTo(session, 'By the id of the workspace.'),
  session_start: time('When this server began to watch.'),
  session_duration_seconds: whole('For how long it has watched.'),
  worktree_count: whole('Workspaces that have a folder.'),
  stale_minutes: number('A workspace without activity for so long is fully aged.'),
  notices: listOf(notice, 'Sources that could not be read, and what was left out.'),
})
