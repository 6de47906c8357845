/** Shows where a new task will go, and what is written to the task file, as a diff. */
import type { Preview } from './use-preview.ts'
import './task-preview.css'

export function TaskPreview({ preview }: { readonly preview: Preview }) {
  return (
    <section className="task-preview" aria-label="Preview" aria-busy={preview.is === 'asking'}>
      <h3>Preview</h3>
      <Shown preview={preview} />
    </section>
  )
}

function Shown({ preview }: { readonly preview: Preview }) {
  switch (preview.is) {
    case 'nothing':
      return <p className="quiet">Say what should be done: then this shows what will be written.</p>
    case 'asking':
      return <p className="quiet">Checking …</p>
    case 'refused':
      return (
        <ul className="field-why" role="alert">
          {preview.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )
    case 'ready': {
      const { id, run, diff, is_conducted: isConducted } = preview.preview
      if (diff !== null) return <TextDiff text={diff} />
      return (
        <p>
          <code>{id}</code>{' '}
          {isConducted
            ? `goes to run ${run}, which is running: it starts when its turn comes.`
            : `goes to run ${run}, which is stopped: it is there when the run is resumed.`}
        </p>
      )
    }
  }
}

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' }

/** The lines of a unified diff, as text. */
const TextDiff = ({ text }: { readonly text: string }) => (
  <pre className="text-diff" tabIndex={0} aria-label="What will be written">
    {text
      .trimEnd()
      .split('\n')
      .map((line, i) => (
        <span key={i} data-is={i < 2 ? 'place' : KINDS[line[0] ?? '']}>
          {`${line}\n`}
        </span>
      ))}
  </pre>
)
