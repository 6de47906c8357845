/** Why a task does not go on though nothing is wrong with it: a person has to decide something. */
import type { Question } from '../agent/sign.ts'

export type Stuck =
  /** The agent has asked a question and ended its turn. */
  | { readonly is: 'question'; readonly question: Question }
  | {
      readonly is: 'budget'
      readonly of: 'task' | 'run'
      readonly limitUsd: number
      readonly spentUsd: number
      /** The part of it that no agent has reported; absent: none. */
      readonly estimatedUsd?: number
    }
