import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress_assets.ts'

const root = import.meta.dirname
const port = Number(process.env.VITE_PORT ?? 5173)
/** Where the AdonisJS process answers in development: it serves the HTML, Vite only the modules. */
const appOrigins = [/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/, /^https?:\/\/[a-z0-9-]+\.localhost(:\d+)?$/]

/** Modules without effects of their own: a barrel then brings along only what is used from it. */
const PURE = /\/web\/(ui|api|i18n|session)\/|\/themes\//
/** They listen to the window or the other tabs as soon as they are loaded. */
const EFFECTFUL = /\/web\/(api\/(csrf|query_client)|session\/unsaved_marks)\.ts$/

export default defineConfig(({ command }) => ({
  root,
  // Built files lie in assets/ and are served from there by their content hash, cached for ever.
  base: command === 'build' ? '/' : '/assets/',
  publicDir: false,
  plugins: [react(), compressAssets()],
  server: {
    port,
    strictPort: true,
    host: '127.0.0.1',
    origin: `http://127.0.0.1:${port}`,
    cors: { origin: appOrigins },
    hmr: { host: '127.0.0.1', clientPort: port },
    // Plugins and themes lie beside this folder, not in it.
    fs: { allow: [resolve(root, '..')] },
  },
  build: {
    outDir: resolve(root, '../build/web'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The oldest browsers that the specification supports (section 5).
    target: ['chrome138', 'edge138', 'firefox140', 'safari17'],
    // Under the strict content security policy nothing may be inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: resolve(root, 'main.tsx'),
      output: {
        codeSplitting: {
          groups: [
            // Two files that change with our dependencies only, so that a release leaves them in the browser's cache.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'base',
              test: /node_modules\/(@emotion|stylis|@mui\/(system|styled-engine|utils|private-theming|material\/(styles|zero-styled|utils|transitions))|jotai|react-intl|@formatjs|intl-messageformat)\//,
            },
          ],
        },
      },
      treeshake: { moduleSideEffects: (id) => !PURE.test(id) || EFFECTFUL.test(id) },
    },
  },
}))
