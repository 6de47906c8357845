/** The open dialog for new work. */
import { closeNewWork, type NewWork } from '../../act/new-work.ts'
import { loadWhenShown } from '../../parts/load-when-shown.ts'

const NewPlan = loadWhenShown(() => import('../plan/make/new-plan.tsx'))
const NewTask = loadWhenShown(() => import('./new-task.tsx'))

export default function NewWorkDialog({ work }: { readonly work: NewWork }) {
  return work.is === 'plan' ? (
    <NewPlan onClose={closeNewWork} />
  ) : (
    <NewTask about={work.about} onClose={closeNewWork} />
  )
}
