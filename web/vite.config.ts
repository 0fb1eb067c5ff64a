import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress_assets.ts'

const root = import.meta.dirname
const port = Number(process.env.VITE_PORT ?? 5173)
/** Where the AdonisJS process answers in development: it serves the HTML, Vite only the modules. */
const appOrigins = [/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/, /^https?:\/\/[a-z0-9-]+\.localhost(:\d+)?$/]

export default defineConfig({
  root,
  // Every built file is served below /assets/ with its content hash, cached for ever.
  base: '/assets/',
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
    assetsDir: '',
    // The oldest browsers that the specification supports (section 5).
    target: ['chrome138', 'edge138', 'firefox140', 'safari17'],
    // Under the strict content security policy nothing may be inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: resolve(root, 'main.tsx') },
  },
})
