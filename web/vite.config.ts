import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The part of the bundler's knowledge of a module that is needed here. */
interface ModuleAround {
  getModuleInfo(
    id: string,
  ): { readonly isEntry: boolean; readonly importers: readonly string[] } | null
}

const loadedFirst = new Map<string, boolean>()

/** Whether the page needs the module before it shows anything: its entry imports it, directly or by others. */
function isLoadedFirst(id: string, around: ModuleAround): boolean {
  const known = loadedFirst.get(id)
  if (known !== undefined) return known
  // Circles of imports end here.
  loadedFirst.set(id, false)
  const module = around.getModuleInfo(id)
  const isFirst =
    module !== null &&
    (module.isEntry || module.importers.some((importer) => isLoadedFirst(importer, around)))
  loadedFirst.set(id, isFirst)
  return isFirst
}

const SERVER = 'http://127.0.0.1:4700'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Against a running `conductor serve`: open its link once with this port, so that the cookie is there.
  server: { host: '127.0.0.1', port: 4701, proxy: { '/api': { target: SERVER, ws: true } } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // three is one file, loaded when the orbs are shown in 3D.
    chunkSizeWarningLimit: 600,
    // Nothing inline: the page may run and show only files of its own.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file packs better than thirty, which the browser would load at once anyway.
        codeSplitting: {
          groups: [
            {
              debugName: 'shell',
              name: (id, around) => (isLoadedFirst(id, around) ? 'shell' : null),
            },
          ],
        },
        // A view is called by its name, and what several of them share is not: `lanes` is a view, and a file of the core.
        chunkFileNames: ({ isDynamicEntry }) =>
          `assets/${isDynamicEntry ? '' : 'shared-'}[name]-[hash].js`,
      },
    },
  },
  logLevel: 'warn',
})
