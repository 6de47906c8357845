import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
        // A view is called by its name, and what several of them share is not: `lanes` is a view, and a file of the core.
        chunkFileNames: ({ isDynamicEntry }) =>
          `assets/${isDynamicEntry ? '' : 'shared-'}[name]-[hash].js`,
      },
    },
  },
  logLevel: 'warn',
})
