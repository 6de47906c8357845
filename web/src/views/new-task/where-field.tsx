/** The choice where a new task goes: to the run that is not over, or to the task file. */
import type { TaskPlace } from '../../data/api/new-task.ts'

interface WhereFieldProps {
  readonly places: readonly TaskPlace[]
  readonly place: TaskPlace
  readonly onChange: (place: TaskPlace) => void
}

export function WhereField({ places, place, onChange }: WhereFieldProps) {
  if (places.length < 2) return null
  return (
    <fieldset className="new-task-where">
      <legend>Where it goes</legend>
      {places.map((one) => (
        <label key={one.to}>
          <input
            type="radio"
            name="where"
            checked={one.to === place.to}
            onChange={() => onChange(one)}
          />
          {sayPlace(one)}
        </label>
      ))}
    </fieldset>
  )
}

const sayPlace = ({ to, run, file, is_conducted: isConducted }: TaskPlace): string =>
  to === 'run' ? `Run ${run}, ${isConducted ? 'running' : 'stopped'}` : `${file}, for the next run`
