/** Buttons side by side, of which one is chosen. */
import './choices.css'

export function Choices<Value extends string>({
  name,
  value,
  choices,
  onChange,
}: {
  readonly name: string
  readonly value: Value
  readonly choices: readonly (readonly [Value, string])[]
  readonly onChange: (value: Value) => void
}) {
  return (
    <div className="choices-row" role="group" aria-label={name}>
      {choices.map(([choice, label]) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
