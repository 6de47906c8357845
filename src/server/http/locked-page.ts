/** The page for a browser without the token: plain HTML, since it may load nothing from this server. */
import type { Context } from 'hono'

export const lockedPage = (context: Context): Response | Promise<Response> =>
  context.html(PAGE, 401)

/** "Go on" helps users who came by a link on another site: their cookie is sent only with requests from this page. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Conductor: locked</title>
  </head>
  <body>
    <main>
      <h1>This page is locked</h1>
      <p>Open it with the link that Conductor printed when it started.</p>
      <p>To see that link again, type <code>conductor open</code> in the repository.</p>
      <p>If you have opened this page in this browser before: <a href="?">continue</a>.</p>
    </main>
  </body>
</html>
`
