/** Masks the secrets in what agents say, before it is shown and recorded. */
import type { Failure, Outcome } from '../run/failure.ts'
import { maskSecrets } from '../text/secrets.ts'
import type { Question, Sign } from './sign.ts'

/** Identifiers stay, because things are found again by them; `said` goes only into the transcript, which masks it. */
export function maskSign(sign: Sign): Sign {
  switch (sign.is) {
    case 'tool-ended':
      // The output of a successful tool is only compared with later output, and may be long.
      return sign.failed ? { ...sign, text: maskSecrets(sign.text) } : sign
    case 'tool':
      return { ...sign, what: maskSecrets(sign.what) }
    case 'question':
      return { ...sign, question: maskQuestion(sign.question) }
    case 'permission':
      return { ...sign, request: { ...sign.request, what: maskSecrets(sign.request.what) } }
    case 'rate-limited':
    case 'retrying':
      return { ...sign, reason: maskSecrets(sign.reason) }
    case 'progress':
      return { ...sign, note: maskSecrets(sign.note) }
    case 'said':
    case 'conversation':
    case 'usage':
    case 'permission-over':
    case 'guidance-read':
    case 'heartbeat':
    case 'stopped':
      return sign
  }
}

const maskQuestion = ({ decision, options, context, area }: Question): Question => ({
  decision: maskSecrets(decision),
  options: options.map(maskSecrets),
  context: maskSecrets(context),
  area,
})

/** The reason of a failure often quotes an agent or a model. */
export function maskOutcome(outcome: Outcome): Outcome {
  if (outcome.is !== 'failed') return outcome
  const { failure, lastLines } = outcome
  return { ...outcome, failure: maskFailure(failure), lastLines: lastLines.map(maskSecrets) }
}

const maskFailure = (failure: Failure): Failure =>
  'reason' in failure ? { ...failure, reason: maskSecrets(failure.reason) } : failure
