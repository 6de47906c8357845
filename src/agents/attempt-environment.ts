/**
 * The environment variables that tell an attempt about itself. The attempt may print them, so the secrets among
 * them are registered for masking here.
 */
import type { Assignment } from '../conduct/ports.ts'
import { learnSecrets } from '../processes/mask-output.ts'
import { addFile, attemptFolder } from '../core/value/home-paths.ts'
import { sessionPlace } from './session/session-place.ts'

export function attemptEnvironment(
  home: string,
  assignment: Assignment,
): Readonly<Record<string, string>> {
  const { task, attempt, run, worker, place } = assignment
  learnSecrets(task.environment)
  const folder = attemptFolder(home, { ...assignment, task: task.id })
  return {
    ...task.environment,
    ...place.environment,
    CONDUCTOR_HOME: home,
    CONDUCTOR_RUN: run,
    CONDUCTOR_TASK: task.id,
    CONDUCTOR_ATTEMPT: attempt,
    CONDUCTOR_WORKER: String(worker),
    CONDUCTOR_ARTIFACTS: folder,
    CONDUCTOR_ADD_FILE: addFile(folder),
    ...(assignment.prompt === null ? {} : sessionEnvironment(home, assignment)),
  }
}

function sessionEnvironment(home: string, assignment: Assignment) {
  const { state, context, session } = sessionPlace(home, assignment)
  return {
    CONDUCTOR_SESSION_STATE: state,
    CONDUCTOR_SESSION_CONTEXT: context,
    CONDUCTOR_SESSION_FILE: session,
  }
}
