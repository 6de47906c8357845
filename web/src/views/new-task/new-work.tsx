/** The open dialog for new work. */
import { closeNewWork, type NewWork } from '../../act/new-work.ts'
import { loadWhenShown } from '../../parts/load-when-shown.ts'

const NewPlan = loadWhenShown(() => import('../plan/make/new-plan.tsx'))
const NewTask = loadWhenShown(() => import('./new-task.tsx'))
const StartDialog = loadWhenShown(() => import('../start/start-dialog.tsx'))

export default function NewWorkDialog({ work }: { readonly work: NewWork }) {
  switch (work.is) {
    case 'plan':
      return <NewPlan onClose={closeNewWork} />
    case 'task':
      return <NewTask about={work.about} onClose={closeNewWork} />
    case 'start':
      return <StartDialog wish={work} onClose={closeNewWork} />
  }
}
