/** Shows the input of a tool that the user may allow: its command, its change, or its fields, as text. */
import type { PermissionRequest } from '../../../../../src/core/agent/sign.ts'
import { plainText } from '../../../../../src/core/text/plain-text.ts'
import { Lines } from '../../../parts/lines.tsx'

export function ToolInputView({ request }: { readonly request: PermissionRequest }) {
  const { what, input } = request
  const text = plainText(input?.text ?? what)
  if (text === '') return null
  return (
    // The element takes the focus, so that keys can scroll it.
    <div
      className="need-input"
      data-as={input?.as ?? 'command'}
      tabIndex={0}
      role="group"
      aria-label={NAMES[input?.as ?? 'command']}
    >
      <Lines lines={text.split('\n')} isDiff={input?.as === 'diff'} />
    </div>
  )
}

const NAMES = { command: 'What it would run', diff: 'What it would change', json: 'Its input' }
