/** Launches the Chromium of this machine; headless, because that smaller build opens a page in half the time. */
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath:
      process.env['CHROMIUM'] ?? PLACES.find((place) => existsSync(place)) ?? 'chromium',
    // Tests play signals in this process; Playwright would answer them by ending the browser and the process.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
