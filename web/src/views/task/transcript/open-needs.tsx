/** What the agent waits for, with the controls that answer it: the last row of the conversation. */
import type { Attention } from '../../../../../src/core/report/attention.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { attemptsAt } from '../../../../../src/core/run/run.ts'
import { NeedAnswer } from '../../attention/answer/need-answer.tsx'
import { QuestionFacts } from '../../attention/question-facts.tsx'
import { needName } from '../../attention/needs.ts'
import '../../attention/need.css'
import type { OpenNeed } from './use-open-needs.ts'

export function OpenNeeds({ needs }: { readonly needs: readonly OpenNeed[] }) {
  return (
    <div className="open-needs">
      {needs.map((need) => (
        <section key={needName(need)} className="need urgent" aria-label={TITLES[need.kind]}>
          <h3>{TITLES[need.kind]}</h3>
          <Facts need={need} />
          <NeedAnswer need={need} onDone={() => undefined} />
        </section>
      ))}
    </div>
  )
}

const TITLES: Readonly<Record<OpenNeed['kind'], string>> = {
  question: 'The agent asks you',
  permission: 'The agent asks for permission',
  budget: 'The budget is used up',
}

function Facts({ need }: { readonly need: Attention }) {
  const { run } = useShownRun()
  if (need.kind !== 'question' || need.task === null) return null
  const worker = attemptsAt(run, need.task).at(-1)?.worker ?? 0
  return <QuestionFacts task={need.task} worker={worker} question={need.question} />
}
