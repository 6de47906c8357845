/** Begins a task with a template of the repository, and keeps a task as a template. */
import { saveTemplate, type TaskTemplate } from '../../data/api/new-task.ts'
import { askPerson } from '../../parts/ask-person.tsx'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { say } from '../../parts/toasts.tsx'
import { fromTemplate, type TypedTask } from './typed-task.ts'
import { problemsIn } from './use-preview.ts'

interface TemplateFieldProps {
  readonly templates: readonly TaskTemplate[]
  readonly onUse: (task: TypedTask) => void
}

export function TemplateField({ templates, onUse }: TemplateFieldProps) {
  if (templates.length === 0) return null
  return (
    <SelectField
      label="Template"
      value=""
      onChange={(event) => {
        const chosen = templates.find(({ name }) => name === event.target.value)
        if (chosen !== undefined) onUse(fromTemplate(chosen.task))
      }}
    >
      <option value="">Begin with …</option>
      {templates.map(({ name, description }) => (
        <option key={name} value={name}>
          {description === null ? name : `${name}: ${description}`}
        </option>
      ))}
    </SelectField>
  )
}

interface SaveTemplateProps {
  /** The task as it is typed, in the form of the task file. */
  readonly task: Readonly<Record<string, unknown>>
  readonly onSaved: (template: TaskTemplate) => void
}

export function SaveTemplate({ task, onSaved }: SaveTemplateProps) {
  const save = async (): Promise<void> => {
    const typed = await askPerson({
      title: 'Save as template',
      text: 'It becomes a Markdown file in .conductor-templates, which you can commit.',
      words: 'Name of the template',
      isLine: true,
      yes: 'Save it',
    })
    if (typed === null) return
    const name = typed.trim()
    try {
      const { file } = await saveTemplate(name, task)
      onSaved({ name, description: null, task })
      say(`Saved ${file}.`)
    } catch (error) {
      say(problemsIn(error).join(' '), { kind: 'refused' })
    }
  }
  return (
    <Button kind="quiet" className="new-task-save" onClick={() => void save()}>
      Save as template …
    </Button>
  )
}
