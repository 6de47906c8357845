/** Migrations are numbered and never changed once released; a database is migrated one step at a time. */
export const MIGRATIONS: readonly string[] = [
  `
  create table events (
    sequence integer primary key,
    run      text    not null,
    at       integer not null,
    type     text    not null,
    fact     text    not null
  ) strict;
  create index run_starts on events (run) where type = 'run-started';
  create trigger events_are_never_changed before update on events
    begin select raise(abort, 'an event is never changed'); end;
  create trigger events_are_never_removed before delete on events
    begin select raise(abort, 'an event is never removed'); end;

  create table runs (
    run text primary key, plan_name text not null, plan_file text, plan_digest text not null,
    status text not null, agents integer not null, started_at integer not null, ended_at integer
  ) strict;
  create table plans (run text primary key, plan text not null) strict;
  create table tasks (
    run text not null, task text not null, name text not null, status text not null,
    batch integer not null, priority integer not null, estimate_s real not null, depends_on text not null,
    predicted_files text not null, work_digest text not null, changed_at integer not null,
    reason text, primary key (run, task)
  ) strict, without rowid;
  create table attempts (
    attempt text primary key, run text not null, task text not null, worker integer not null,
    batch integer not null, worktree text,
    started_at integer not null, ended_at integer, outcome text, wall_s real, cpu_s real,
    peak_memory_bytes integer
  ) strict, without rowid;
  create index attempts_of_task on attempts (task, outcome, ended_at);
  create table worktrees (
    id text primary key, run text not null, lane text not null, branch text not null,
    path text not null, batch integer, status text not null default 'pending',
    created_at integer not null, merged_at integer, metadata text not null default '{}'
  ) strict;
  create table landings (
    run text not null, task text not null, commit_id text, landed_at integer not null,
    primary key (run, task)
  ) strict, without rowid;
  create table tables_reach (sequence integer not null) strict;
  insert into tables_reach values (0);
  `,
  // Rebuilds the derived tables from the events, now with the cost of models.
  `
  drop table attempts;
  create table attempts (
    attempt text primary key, run text not null, task text not null, worker integer not null,
    batch integer not null, worktree text,
    started_at integer not null, ended_at integer, outcome text, wall_s real, cpu_s real,
    peak_memory_bytes integer, tokens integer, cost_usd real
  ) strict, without rowid;
  create index attempts_of_task on attempts (task, outcome, ended_at);
  delete from runs;
  delete from plans;
  delete from tasks;
  delete from worktrees;
  delete from landings;
  update tables_reach set sequence = 0;
  `,
  // Stores the plan with its project, and gives worktrees and sessions the column names that other programs
  // know.
  `
  create table projects (id text primary key, execution_plan text not null) strict;
  alter table runs add column project_id text;
  alter table runs add column isolation text;
  alter table tasks add column lane text;
  alter table tasks add column planned_lane text;
  alter table attempts add column worktree_id text;
  drop table worktrees;
  create table worktrees (
    id text primary key, project_id text not null, run text not null, lane text not null, branch_name text not null,
    path text not null, batch_id integer, status text not null default 'pending',
    created_at integer not null, merged_at integer, metadata text not null default '{}'
  ) strict;
  create view sessions as
    select attempt as id, run, task as task_id, batch as batch_id, worktree_id, started_at, ended_at, outcome from attempts;
  delete from runs;
  delete from plans;
  delete from tasks;
  delete from attempts;
  delete from landings;
  update tables_reach set sequence = 0;
  `,
  // Adds what durations are learned from, and rebuilds the derived tables to fill it.
  `
  create table works (
    run text not null, task text not null, work_digest text not null, agent text not null, model text,
    words integer not null, files integer not null, given_s real, primary key (run, task)
  ) strict, without rowid;
  create index works_of_task on works (task, work_digest);
  create table durations (
    attempt text primary key, run text not null, task text not null, started_at integer not null,
    ended_at integer, outcome text, seconds real, waited_s real not null default 0, waits_since integer,
    is_own integer not null, by_person integer not null default 0, landed_at integer
  ) strict, without rowid;
  create index durations_of_task on durations (run, task);
  create index durations_by_end on durations (ended_at);
  delete from runs;
  delete from plans;
  delete from tasks;
  delete from attempts;
  delete from worktrees;
  delete from landings;
  update tables_reach set sequence = 0;
  `,
  // Stores the whole plan with its project and what people changed in it, drafts of plans that have no run yet (these
  // are no events), and shows epics: of each project and name those of the newest run.
  `
  alter table tasks add column epic text;
  alter table tasks add column domain text;
  alter table tasks add column flags text not null default '[]';
  alter table tasks add column foreseen_files text not null default '[]';
  alter table projects add column overrides text not null default '[]';
  create table drafts (
    project_id text not null, file text not null, changes text not null, changed_at integer not null,
    primary key (project_id, file)
  ) strict, without rowid;
  create view epics as
    with newest as (
      select r.project_id, t.epic, max(cast(t.run as integer)) as number
      from tasks t join runs r on r.run = t.run where t.epic is not null group by r.project_id, t.epic
    )
    select n.project_id, t.run, n.epic as name, min(t.priority) as priority,
      case
        when sum(t.status in ('failed', 'skipped', 'cancelled')) > 0
          and sum(t.status in ('landed', 'failed', 'skipped', 'cancelled')) = count(*) then 'failed'
        when sum(t.status = 'landed') = count(*) then 'completed'
        when sum(t.status <> 'waiting') > 0 then 'in_progress'
        else 'pending'
      end as status,
      (select json_group_array(distinct b.epic order by b.epic)
        from tasks a, json_each(a.depends_on) d join tasks b on b.run = a.run and b.task = d.value
        where a.run = t.run and a.epic = n.epic and b.epic is not null and b.epic <> n.epic) as depends_on,
      max(t.domain) as domain, count(*) as tasks, sum(t.status = 'landed') as landed
    from newest n join tasks t on t.epic = n.epic and t.run = cast(n.number as text)
    group by n.project_id, n.epic;
  delete from runs;
  delete from plans;
  delete from works;
  delete from durations;
  delete from projects;
  delete from tasks;
  delete from attempts;
  delete from worktrees;
  delete from landings;
  update tables_reach set sequence = 0;
  `,
]
