/** Notifications of the run that this process conducts: the configured channels, and when to check for news. */
import type { Config } from '../../config/config.ts'
import type { Notification } from '../../core/report/notification.ts'
import type { Run } from '../../core/run/run.ts'
import { channelFor } from '../../notify/channels.ts'
import { notifyPeople } from '../../notify/notify-people.ts'
import type { Console } from '../console/console.ts'

export interface Notifications {
  /** The run has moved. */
  moved(): void
  /** Called after the live view is closed. Waits until everything has been sent. */
  close(): Promise<void>
}

/** Milliseconds. Events come in bursts, and one look passes over all tasks. */
const SOON = 200
/** Milliseconds. Something may still hold that was too new to be told at the last look. */
const AGAIN = 5000

export function openNotifications(
  run: Run,
  { notifications }: Config,
  { console, ui }: { readonly console: Console; readonly ui: boolean },
): Notifications {
  let isViewOpen = ui
  const troubles: string[] = []
  const channels = (list: readonly Notification[]) =>
    list.map((one) => channelFor(one, { directory: run.settings.directory, ring }))
  const notifier = notifyPeople(run, {
    onAttention: channels(notifications.onAttention),
    onComplete: channels(notifications.onComplete),
    onFailure: channels(notifications.onFailure),
    quietSeconds: notifications.quietSeconds,
    onTrouble: (what) => (isViewOpen ? troubles.push(what) : remark(what)),
  })
  let soon: NodeJS.Timeout | null = null
  const again = setInterval(look, AGAIN).unref()
  return {
    moved() {
      soon ??= setTimeout(look, SOON).unref()
    },
    async close() {
      isViewOpen = false
      clearInterval(again)
      look()
      clearTimeout(soon ?? undefined)
      await notifier.settled()
      troubles.forEach(remark)
    },
  }

  function look(): void {
    clearTimeout(soon ?? undefined)
    soon = null
    notifier.look(Date.now())
  }

  function remark(what: string): void {
    console.remark(`note: ${what}`)
  }

  /** The live view owns the screen: a bell moves nothing on it, text might. */
  function ring(words: string): void {
    if (!process.stderr.isTTY) return
    process.stderr.write(isViewOpen ? BELL : `${BELL}\x1b]9;${words}\x07`)
  }
}

const BELL = '\x07'
