/** conductor open: prints the link to the web app and opens it in a browser. */
import { openInBrowser } from '../conduct/browser.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { findWeb } from './web-server-card.ts'
import { placeToServe } from '../projects/place-to-serve.ts'

export function openCommand(onlyPrint: boolean, console: Console): number {
  const card = findWeb(placeToServe(console.folder).workspace.home)
  if (card === null)
    throw new Complaint(
      'this repository is not being served',
      'start with `conductor serve`; an active run serves it, too, unless it has --no-ui',
    )
  const opened = !onlyPrint && !console.json && openInBrowser(card.link)
  console.answer(card.link, { link: card.link, served_by: card.process.pid })
  if (opened) console.say('Opened in your browser.')
  return 0
}
