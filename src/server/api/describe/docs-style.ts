/** The style sheet of the documentation page. It is part of the code, so that it is there wherever the server is. */
export const DOCS_STYLE = `:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --dim: light-dark(#555, #aaa); --code: light-dark(#f3f3f3, #222); }
body { margin: 0; display: grid; grid-template-columns: minmax(14rem, 22rem) 1fr; font: 15px/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; box-sizing: border-box; border-right: 1px solid var(--line); font-size: 13px; }
nav h2 { font-size: 14px; margin: 1rem 0 0.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { overflow-wrap: anywhere; }
main { padding: 1rem 2rem 6rem; max-width: 60rem; min-width: 0; }
a { color: inherit; }
a:focus-visible, summary:focus-visible { outline: 2px solid; outline-offset: 2px; }
section > h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); text-transform: capitalize; }
article { margin: 2rem 0; }
h3 { margin-bottom: 0; overflow-wrap: anywhere; }
.summary { margin-top: 0; color: var(--dim); }
small, .refusals { color: var(--dim); font-weight: normal; }
code, pre { font-family: ui-monospace, monospace; font-size: 13px; background: var(--code); border-radius: 4px; }
code { padding: 0 0.25em; }
pre { padding: 0.75rem; overflow: auto; }
table { border-collapse: collapse; margin: 0.5rem 0; width: 100%; }
caption { text-align: left; color: var(--dim); }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid var(--line); font-weight: normal; overflow-wrap: anywhere; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
`
