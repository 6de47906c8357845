/** The flags of a task: what people should know before an agent gets it. */
import type { Task, TaskFlag } from '../../../../src/core/plan/plan.ts'
import { flagsIn, NO_REASON } from '../../../../src/core/planning/flags/flags-in.ts'
import { USUAL_SENSITIVE_AREAS } from '../../../../src/core/planning/flags/sensitive-areas.ts'
import './task-flags.css'

export const FLAG_WORDS: Readonly<Record<TaskFlag, string>> = {
  not_ready: 'not ready',
  needs_design: 'needs design',
  sensitive: 'sensitive',
}

const SIGNS: Readonly<Record<TaskFlag, string>> = {
  not_ready: '?',
  needs_design: '✎',
  sensitive: '!',
}

const MEANING: Readonly<Record<TaskFlag, string>> = {
  not_ready: 'Something must be decided first.',
  needs_design: 'People design it, then an agent implements it.',
  sensitive: 'People look closely at what the agent does.',
}

interface Flagged {
  readonly flags: readonly TaskFlag[]
}

export const FlagBadges = ({ flags }: Flagged) =>
  flags.map((flag) => (
    <span key={flag} className="task-flag" data-flag={flag} title={MEANING[flag]}>
      {FLAG_WORDS[flag]}
    </span>
  ))

/** With the reason for each, as the words of the task give it. */
export const FlagReasons = ({ task }: { readonly task: Task }) =>
  flagsIn({ tasks: [task] }, USUAL_SENSITIVE_AREAS)
    .filter(({ flag }) => task.flags.includes(flag))
    .map(({ flag, why }) => (
      <p key={flag} className="task-panel-state">
        <FlagBadges flags={[flag]} />
        <span className="quiet">{why === NO_REASON ? MEANING[flag] : why}</span>
      </p>
    ))

/** Where there is no room for words; the description of the task has them. */
export const FlagSigns = ({ flags }: Flagged) =>
  flags.length > 0 && (
    <span className="task-flag-signs" aria-hidden="true">
      {flags.map((flag) => (
        <span key={flag} className="task-flag" data-flag={flag}>
          {SIGNS[flag]}
        </span>
      ))}
    </span>
  )
