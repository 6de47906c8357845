/** Asks the browser for permission to notify the user when something needs them. */
import { say } from '../parts/toasts.tsx'

export const mayNotify = (): boolean =>
  'Notification' in window && Notification.permission === 'granted'

/** Browsers ask the user only once, and only after a click. */
export async function allowNotes(): Promise<void> {
  if (mayNotify())
    return say('You are notified already.', {
      hint: 'You can turn it off in the browser settings.',
    })
  const answer = 'Notification' in window ? await Notification.requestPermission() : 'denied'
  if (answer === 'granted')
    say('You are notified when something needs you and this page is not in front.')
  else
    say('The browser does not allow this page to notify you.', {
      kind: 'refused',
      hint: 'Allow notifications for this page in its settings; the title shows the count in any case.',
    })
}
