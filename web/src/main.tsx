/** The entry of the page: it follows the run over one socket, and shows it. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { pageProject } from './data/api/project.ts'
import { openLiveRun } from './data/live/live-run.ts'
import { pageAround, renewPage, whenSeen } from './data/live/page-around.ts'
import { openSocketLine } from './data/live/socket-line.ts'
import { applySavedTheme } from './frame/theme-button.tsx'
import './parts/tokens.css'
import './parts/base.css'

applySavedTheme()
const live = openLiveRun(openSocketLine(pageAround(pageProject())), whenSeen, renewPage, true)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App live={live} />
  </StrictMode>,
)
