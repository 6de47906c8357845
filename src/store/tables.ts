/** The queryable tables. They hold nothing that is not in the events, and can be rebuilt from them at any time. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Event } from '../core/event.ts'
import { workDigest } from './work-digest.ts'
import type { Task } from '../core/plan.ts'

export const TABLES = ['runs', 'plans', 'tasks', 'attempts', 'worktrees', 'landings'] as const

/** Returns the function that brings the tables in line with one more event. */
export function tableWriter(db: DatabaseSync): (event: Event) => void {
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
  const addTask = (event: Event, task: Task): void =>
    sql(
      `insert into tasks (run, task, name, status, priority, estimate_s, depends_on, predicted_files, work_digest, changed_at)
       values (?, ?, ?, 'waiting', ?, ?, ?, ?, ?, ?)`,
      event.run,
      task.id,
      task.name,
      task.priority,
      task.estimate.seconds,
      JSON.stringify(task.dependencies),
      JSON.stringify(task.files),
      workDigest(task),
      event.at,
    )

  return (event) => {
    const { run, at } = event
    switch (event.type) {
      case 'run-started':
        sql(
          `insert into runs (run, plan_name, plan_file, plan_digest, status, agents, started_at) values (?, ?, ?, ?, 'running', ?, ?)`,
          run,
          event.plan.name,
          event.source.file,
          event.source.digest,
          event.settings.agents,
          at,
        )
        sql('insert into plans (run, plan) values (?, ?)', run, JSON.stringify(event.plan))
        event.plan.tasks.forEach((task) => addTask(event, task))
        return
      case 'coordinator-started':
        return sql(`update runs set status = 'running' where run = ?`, run)
      case 'coordinator-stopped':
        return sql(`update runs set status = 'stopped' where run = ?`, run)
      case 'run-paused':
        return sql(`update runs set status = 'paused' where run = ?`, run)
      case 'run-unpaused':
        return sql(`update runs set status = 'running' where run = ?`, run)
      case 'run-cancelled':
        return sql(
          `update tasks set status = 'cancelled', changed_at = ? where run = ? and status = 'waiting'`,
          at,
          run,
        )
      case 'run-ended':
        return sql('update runs set status = ?, ended_at = ? where run = ?', event.status, at, run)
      case 'tasks-added':
        return event.tasks.forEach((task) => addTask(event, task))
      case 'priority-changed':
        return sql(
          'update tasks set priority = ? where run = ? and task = ?',
          event.priority,
          run,
          event.task,
        )
      case 'attempt-started':
        sql(
          'insert into attempts (attempt, run, task, worker, started_at) values (?, ?, ?, ?, ?)',
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
      case 'worker-started':
      case 'stop-asked':
      case 'task-approved':
      case 'retry-scheduled':
        return
    }
  }
}
