/** What people and programs are told about each ask, and the command and MCP tool for it. */
import type { AskHelp, FieldKind } from './ask-kind.ts'
import { ASKS, type AnyAskKind, type Ask, type AskName } from './ask.ts'
import { acceptBranchHelp } from './kinds/accept-branch.ts'
import { addHelp } from './kinds/add.ts'
import { agentsHelp } from './kinds/agents.ts'
import { approveHelp } from './kinds/approve.ts'
import { budgetHelp } from './kinds/budget.ts'
import { cancelRunHelp } from './kinds/cancel-run.ts'
import { cancelHelp } from './kinds/cancel.ts'
import { changeHelp } from './kinds/change.ts'
import { decideHelp } from './kinds/decide.ts'
import { guideHelp } from './kinds/guide.ts'
import { hearHelp } from './kinds/hear.ts'
import { landAllHelp } from './kinds/land-all.ts'
import { landHelp } from './kinds/land.ts'
import { pauseBatchHelp } from './kinds/pause-batch.ts'
import { pauseHelp } from './kinds/pause.ts'
import { preemptHelp } from './kinds/preempt.ts'
import { prioritiseHelp } from './kinds/prioritise.ts'
import { rejectHelp } from './kinds/reject.ts'
import { resolveHelp } from './kinds/resolve.ts'
import { retryHelp } from './kinds/retry.ts'
import { skipHelp } from './kinds/skip.ts'
import { takeGuidanceHelp } from './kinds/take-guidance.ts'
import { unpauseBatchHelp } from './kinds/unpause-batch.ts'
import { unpauseHelp } from './kinds/unpause.ts'

export const ASK_HELP: Readonly<Record<AskName, AskHelp>> = {
  pause: pauseHelp,
  unpause: unpauseHelp,
  'pause-batch': pauseBatchHelp,
  'unpause-batch': unpauseBatchHelp,
  agents: agentsHelp,
  approve: approveHelp,
  decide: decideHelp,
  budget: budgetHelp,
  guide: guideHelp,
  prioritise: prioritiseHelp,
  skip: skipHelp,
  preempt: preemptHelp,
  retry: retryHelp,
  'land-all': landAllHelp,
  resolve: resolveHelp,
  land: landHelp,
  reject: rejectHelp,
  cancel: cancelHelp,
  'cancel-run': cancelRunHelp,
  'accept-branch': acceptBranchHelp,
  change: changeHelp,
  add: addHelp,
  hear: hearHelp,
  'take-guidance': takeGuidanceHelp,
}

export type DescribedAsk = AnyAskKind & AskHelp

export const DESCRIBED_ASKS: readonly DescribedAsk[] = ASKS.map((kind) => ({
  ...kind,
  ...ASK_HELP[kind.ask],
}))

/** Undefined for several asks together, which have no help of their own. */
export const helpOf = ({ ask }: Ask): DescribedAsk | undefined =>
  DESCRIBED_ASKS.find((kind) => kind.ask === ask)

const TYPED: ReadonlySet<FieldKind> = new Set(['task', 'branch', 'words', 'priority', 'agents'])

/** Asks that have a command of their own, whose fields are typed after it one by one. */
export const PLAIN_ASKS: readonly DescribedAsk[] = DESCRIBED_ASKS.filter(
  ({ fields, commands }) =>
    Object.keys(fields).length > 0 &&
    Object.values(fields).every((kind) => TYPED.has(kind)) &&
    DESCRIBED_ASKS.filter((other) => other.commands[0] === commands[0]).length === 1,
)

export const asTitle = (does: string): string => does.charAt(0).toUpperCase() + does.slice(1)
