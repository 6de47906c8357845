/** A question in its parts: which agent asks, about what, why, and the context to decide with. */
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { stateOf, taskOf } from '../../../../src/core/run/run.ts'
import type { Question } from '../../../../src/core/agent/sign.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Markdown } from '../../parts/markdown/markdown.tsx'
import { Fact, Facts } from './facts.tsx'

export interface QuestionFactsProps {
  readonly task: TaskId
  readonly worker: number
  readonly question: Question
}

export function QuestionFacts({ task, worker, question }: QuestionFactsProps) {
  const { run } = useShownRun()
  const { decision, options, context, area } = question
  const topic = area ?? taskOf(run, task).name
  const isStuck = stateOf(run, task).is === 'stuck'
  return (
    <>
      <div className="need-decision">
        <Markdown text={decision} />
      </div>
      <Facts>
        <Fact name="Agent">{worker}</Fact>
        <Fact name="Topic">{topic}</Fact>
        <Fact name="Reason">
          {isStuck
            ? 'it is stuck, and continues with your answer'
            : 'it has asked, and has not ended its turn yet'}
        </Fact>
        <Fact name="Context">
          {context.trim() === '' ? 'none was given' : <Markdown text={context} />}
        </Fact>
        {options.length === 0 && <Fact name="Options">none were named</Fact>}
      </Facts>
    </>
  )
}
