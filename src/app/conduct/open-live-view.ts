/** The live view of the run that this process conducts. */
import type { Config } from '../../config/config.ts'
import type { LiveRun } from '../../tui/live-run.ts'
import type { WebPage } from '../../tui/terminal-view.ts'
import type { Console } from '../console/console.ts'

/** The configured settings of every live view. */
export const viewSettings = ({ ui }: Pick<Config, 'ui'>) => ({
  refreshRate: ui.refreshRate,
  theme: ui.theme,
  splashSeconds: ui.showSplash ? ui.splashDurationSeconds : 0,
})

/** A user who quits the view stops the run. Closing waits until the terminal is restored. */
export function openLiveView(
  live: LiveRun,
  { config, console }: { readonly config: Config; readonly console: Console },
  page: WebPage | null,
  stop: () => void,
): { close(): Promise<void> } {
  const opening = open()
  return {
    async close() {
      const view = await opening
      if (live.current().ended === null) view.close()
      await view.closed
    },
  }

  async function open() {
    const { openTerminalView } = await import('../../tui/terminal-view.ts')
    const view = openTerminalView(live, {
      ...viewSettings(config),
      colour: console.colour,
      stdin: process.stdin,
      stdout: process.stdout,
      owner: true,
      page,
      onInterrupt: () => process.emit('SIGINT', 'SIGINT'),
    })
    void view.closed.then((how) => {
      if (how === 'quit' && live.current().ended === null) stop()
    })
    return view
  }
}
