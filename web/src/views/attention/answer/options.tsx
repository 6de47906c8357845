/** The options that the agent considered: choosing one fills it in as the answer. */
import { MarkdownLine } from '../../../parts/markdown/markdown.tsx'
import './options.css'

/** Options after the ninth have no key. */
const KEYS = 9

export interface OptionsProps {
  readonly options: readonly string[]
  /** The text of the answer now. */
  readonly chosen: string
  choose(option: string): void
}

export function Options({ options, chosen, choose }: OptionsProps) {
  if (options.length === 0) return null
  return (
    <div className="need-options" role="group" aria-label="Options considered">
      {options.map((option, i) => (
        <button
          key={option}
          type="button"
          className="need-option"
          aria-pressed={option === chosen}
          aria-keyshortcuts={i < KEYS ? String(i + 1) : undefined}
          onClick={() => choose(option)}
        >
          {i < KEYS && <kbd aria-hidden="true">{i + 1}</kbd>}
          <MarkdownLine text={option} />
        </button>
      ))}
    </div>
  )
}
