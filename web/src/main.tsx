/** The page: follows the run over one socket, and shows it. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { openLiveRun } from './live/live-run.ts'
import { pageAround, renewPage, whenSeen } from './live/page-around.ts'
import { openSocketLine } from './live/socket-line.ts'
import { applySavedTheme } from './shell/theme-button.tsx'
import './ui/tokens.css'
import './ui/base.css'

applySavedTheme()
const live = openLiveRun(openSocketLine(pageAround('/api/live')), whenSeen, renewPage)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App live={live} />
  </StrictMode>,
)
