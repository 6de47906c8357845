/** A question in its parts: which worker asks, about what, why, and the context to decide with. */
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { stateOf, taskOf } from '../../../../src/core/run/run.ts'
import type { Question } from '../../../../src/core/agent/sign.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
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
      <p className="need-headline need-decision">{decision}</p>
      <Facts>
        <Fact name="Worker">{worker}</Fact>
        <Fact name="Topic">{topic}</Fact>
        <Fact name="Reason">
          {isStuck
            ? `it is stuck: it has asked about ${topic}, and continues with your answer`
            : `it has asked about ${topic}, and has not ended its turn yet`}
        </Fact>
        <Fact name="Context">
          <span className="need-context">{context.trim() === '' ? 'none was given' : context}</span>
        </Fact>
        {options.length === 0 && <Fact name="Options">none were named</Fact>}
      </Facts>
    </>
  )
}
