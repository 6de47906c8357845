/** The tables for queries. They hold nothing that is not in the events, and can be rebuilt from them at any time. */
import { basename } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { isPullFact } from '../core/forge/lane-pull.ts'
import type { Event, RunSettings } from '../core/run/event.ts'
import { DURATION_TABLES, writeDurations } from './duration-tables.ts'
import { workDigest } from './work-digest.ts'
import { broughtForward } from '../core/run/older-event.ts'
import type { LaneName, RunId } from '../core/value/ids.ts'
import { laneOf } from '../core/plan/lanes.ts'
import type { PlanChange } from '../core/plan/plan-changes.ts'
import type { Plan, Task } from '../core/plan/plan.ts'
import { storedExecutionPlan } from '../core/schedule/execution-plan.ts'
import { plansOfRuns } from './plans-of-runs.ts'
import { tokensOf } from '../core/agent/usage.ts'

export const TABLES = [
  'projects',
  'runs',
  'plans',
  'tasks',
  'attempts',
  'worktrees',
  'landings',
  ...DURATION_TABLES,
] as const

export interface TableWriter {
  /** Brings the tables in line with one more event. */
  write(event: Event): void
  /** Called after the last of several events: does the work that would be too much for each event. */
  settle(): void
}

export function tableWriter(db: DatabaseSync): TableWriter {
  const plans = plansOfRuns(db)
  /** Runs whose plan differs from the one stored with the project. */
  const replanned = new Set<RunId>()
  /** Runs whose tasks may be in other batches than the table says. */
  const rebatched = new Set<RunId>()
  const prepared = new Map<string, StatementSync>()
  const sql = (text: string, ...values: readonly (string | number | null)[]): void => {
    let statement = prepared.get(text)
    if (!statement) prepared.set(text, (statement = db.prepare(text)))
    statement.run(...values)
  }
  const setStatus = (event: Event, task: string, status: string, reason: string | null = null) =>
    sql(
      'update tasks set status = ?, reason = ?, changed_at = ? where run = ? and task = ?',
      status,
      reason,
      event.at,
      event.run,
      task,
    )
  const addTask = (event: Event, task: Task, batch: number): void =>
    sql(
      `insert into tasks (run, task, name, status, batch, priority, estimate_s, depends_on, predicted_files, work_digest, changed_at,
       lane, planned_lane, epic, domain, flags, foreseen_files)
       values (?, ?, ?, 'waiting', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      event.run,
      task.id,
      task.name,
      batch + 1,
      task.priority,
      task.estimate.seconds,
      JSON.stringify(task.dependencies),
      JSON.stringify(task.files),
      workDigest(task),
      event.at,
      laneOf(task),
      laneOf({ ...task, lane: null }),
      task.epic,
      task.domain,
      JSON.stringify(task.flags),
      JSON.stringify(task.foreseen),
    )

  /** Writes the batches that have changed: when a task changes its batch, others may change theirs, too. */
  const settleBatches = (run: RunId): void => {
    if (!rebatched.delete(run)) return
    const { plan, graph } = plans.of(run)
    const rows = db.prepare('select task, batch from tasks where run = ?').all(run)
    const before = new Map(rows.map((row) => [String(row['task']), Number(row['batch'])]))
    plan.tasks.forEach(({ id }, i) => {
      const batch = graph.batch[i]! + 1
      if (before.get(id) !== batch)
        sql('update tasks set batch = ? where run = ? and task = ?', batch, run, id)
    })
  }
  const replan = (run: RunId): void => {
    replanned.add(run)
    rebatched.add(run)
  }
  const changeTask = (event: Event & { type: 'task-changed' }): void => {
    const { name, priority, estimate, dependencies, files } = event.change
    sql(
      `update tasks set name = coalesce(?3, name), priority = coalesce(?4, priority), estimate_s = coalesce(?5, estimate_s),
       depends_on = coalesce(?6, depends_on), predicted_files = coalesce(?7, predicted_files) where run = ?1 and task = ?2`,
      event.run,
      event.task,
      name ?? null,
      priority ?? null,
      estimate?.seconds ?? null,
      dependencies === undefined ? null : JSON.stringify(dependencies),
      files === undefined ? null : JSON.stringify(files),
    )
    if (event.change.lane !== undefined) changeLane(event, event.change.lane)
    replan(event.run)
  }
  const changeLane = ({ run, task }: Event & { type: 'task-changed' }, lane: LaneName | null) =>
    sql(
      'update tasks set lane = coalesce(?3, planned_lane) where run = ?1 and task = ?2',
      run,
      task,
      lane,
    )
  const settle = (): void => {
    for (const run of replanned) {
      settleBatches(run)
      const { plan, settings, changes } = plans.of(run)
      sql(
        STORE_PLAN,
        basename(settings.directory),
        storedPlan(run, plan, settings),
        overrides(changes),
      )
    }
    replanned.clear()
  }

  return { write, settle }

  function write(recorded: Event): void {
    const event = broughtForward(recorded)
    const { run, at } = event
    writeDurations(sql, event)
    plans.apply(event)
    // Pull requests have no table: they are read from the events.
    if (isPullFact(event)) return
    switch (event.type) {
      case 'run-started':
        replanned.add(run)
        sql(
          `insert into runs (run, plan_name, plan_file, plan_digest, status, agents, started_at, project_id, isolation)
           values (?, ?, ?, ?, 'running', ?, ?, ?, ?)`,
          run,
          event.plan.name,
          event.source.file,
          event.source.digest,
          event.settings.agents,
          at,
          basename(event.settings.directory),
          event.settings.isolation,
        )
        sql('insert into plans (run, plan) values (?, ?)', run, JSON.stringify(event.plan))
        event.plan.tasks.forEach((task, i) => addTask(event, task, plans.of(run).graph.batch[i]!))
        return
      case 'coordinator-started':
        return sql(`update runs set status = 'running' where run = ?`, run)
      case 'coordinator-stopped':
        return sql(`update runs set status = 'stopped' where run = ?`, run)
      case 'run-paused':
        return sql(`update runs set status = 'paused' where run = ?`, run)
      case 'run-unpaused':
        return sql(`update runs set status = 'running' where run = ?`, run)
      case 'agents-changed':
        return sql('update runs set agents = ? where run = ?', event.agents, run)
      case 'run-cancelled':
        return sql(
          `update tasks set status = 'cancelled', changed_at = ? where run = ? and status in ('waiting', 'landing', 'review', 'stuck')`,
          at,
          run,
        )
      case 'run-ended':
        return sql('update runs set status = ?, ended_at = ? where run = ?', event.status, at, run)
      case 'tasks-added':
        replan(run)
        return event.tasks.forEach((task) => addTask(event, task, 0))
      case 'priority-changed':
        replan(run)
        return sql(
          'update tasks set priority = ? where run = ? and task = ?',
          event.priority,
          run,
          event.task,
        )
      case 'task-changed':
        return changeTask(event)
      case 'attempt-started':
        settleBatches(run)
        sql(
          `insert into attempts (attempt, run, task, worker, started_at, batch)
           values (?1, ?2, ?3, ?4, ?5, (select batch from tasks where run = ?2 and task = ?3))`,
          event.attempt,
          run,
          event.task,
          event.worker,
          at,
        )
        return setStatus(event, event.task, 'working')
      case 'attempt-ended': {
        const { outcome } = event
        const profile = outcome.is === 'lost' ? null : outcome.profile
        sql(
          'update attempts set ended_at = ?, outcome = ?, wall_s = ?, cpu_s = ?, peak_memory_bytes = ? where attempt = ?',
          at,
          outcome.is,
          profile?.wallSeconds ?? null,
          profile?.cpuSeconds ?? null,
          profile?.peakMemoryBytes ?? null,
          event.attempt,
        )
        return setStatus(event, event.task, 'waiting')
      }
      case 'task-landed':
        sql(
          'insert or replace into landings (run, task, commit_id, landed_at) values (?, ?, ?, ?)',
          run,
          event.task,
          event.commit,
          at,
        )
        return setStatus(event, event.task, 'landed')
      case 'task-failed':
        return setStatus(event, event.task, 'failed', JSON.stringify(event.failure))
      case 'tasks-skipped':
        for (const task of event.tasks)
          setStatus(event, task, 'skipped', JSON.stringify(event.because))
        return
      case 'task-cancelled':
        return setStatus(event, event.task, 'cancelled')
      case 'tasks-reset':
        sql(`update runs set status = 'running', ended_at = null where run = ?`, run)
        for (const task of event.tasks) setStatus(event, task, 'waiting')
        return
      case 'landing-queued':
      case 'landing-asked':
      case 'work-resealed':
        return setStatus(event, event.task, 'landing')
      case 'review-needed':
        return setStatus(event, event.task, 'review', JSON.stringify(event.trouble))
      case 'task-stuck':
        return setStatus(event, event.task, 'stuck', JSON.stringify(event.why))
      case 'guidance-given':
        return sql(
          `update tasks set status = 'waiting', reason = null, changed_at = ?1
           where run = ?2 and task = ?3 and status = 'stuck' and reason ->> 'is' = 'question'`,
          at,
          run,
          event.task,
        )
      case 'budget-changed':
        for (const task of event.frees) setStatus(event, task, 'waiting')
        return
      case 'usage-reported':
        return sql(
          'update attempts set tokens = ?, cost_usd = ? where attempt = ?',
          tokensOf(event.usage),
          event.usage.costUsd,
          event.attempt,
        )
      case 'resolve-needed':
      case 'task-sent-back':
        return setStatus(event, event.task, 'waiting')
      case 'target-moved':
        for (const task of event.lost) setStatus(event, task, 'review')
        return
      case 'worktree-opened':
        settleBatches(run)
        sql(
          `insert into worktrees (id, project_id, run, lane, branch_name, path, batch_id, status, created_at, metadata)
           values (?1, (select project_id from runs where run = ?2), ?2, ?3, ?4, ?5,
             (select batch from tasks where run = ?2 and task = ?6), 'active', ?7, ?8)
           on conflict (id) do update set status = 'active', merged_at = null, branch_name = ?4, path = ?5, metadata = ?8`,
          `${run}/${event.lane}`,
          run,
          event.lane,
          event.branch,
          event.path,
          event.task,
          at,
          JSON.stringify({ task: event.task, base: event.base }),
        )
        return sql(
          'update attempts set worktree = ?, worktree_id = ? where run = ? and task = ? and ended_at is null',
          event.path,
          `${run}/${event.lane}`,
          run,
          event.task,
        )
      case 'worktree-released':
        return sql(
          'update worktrees set status = ?, merged_at = ? where id = ?',
          event.how === 'landed' ? 'merged' : 'abandoned',
          event.how === 'landed' ? at : null,
          `${run}/${event.lane}`,
        )
      case 'conversation-started':
      case 'condition-changed':
      case 'progress-reported':
      case 'question-asked':
      case 'guidance-delivered':
      case 'permission-decided':
      case 'take-begun':
      case 'take-dropped':
      case 'result-taken':
      case 'take-undone':
      case 'take-lost':
      case 'target-opened':
      case 'noticed':
      case 'branch-moved':
      case 'branch-settled':
      case 'landing-started':
      case 'check-ended':
      case 'files-touched':
      case 'collision-found':
      case 'collision-gone':
      case 'coordinator-stopping':
      case 'worker-started':
      case 'stop-asked':
      case 'hindrance-met':
      case 'hindrance-gone':
      case 'batch-paused':
      case 'batch-unpaused':
      case 'task-approved':
      case 'retry-scheduled':
        return
    }
  }
}

/** The whole execution plan, as the API gives it. */
const storedPlan = (run: RunId, plan: Plan, settings: RunSettings): string =>
  JSON.stringify({ run, ...storedExecutionPlan(plan, settings) })

const overrides = (changes: readonly PlanChange[]): string => JSON.stringify(changes)

const STORE_PLAN = `
  insert into projects (id, execution_plan, overrides) values (?, ?, ?)
  on conflict (id) do update set execution_plan = excluded.execution_plan, overrides = excluded.overrides`
