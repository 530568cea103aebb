import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { translations } from './catalogues.ts';
import { chunks } from './chunks.ts';
import { compress } from './compress.ts';
import { preloadFont } from './preloadFont.ts';
import { prerender } from './prerender.ts';
import { PATIENCE } from './src/testing/patience.ts';

const server = process.env['WAYMARK_SERVER'] ?? 'http://127.0.0.1:8000';
const proxied = ['/api', '/health', '/dev', '/docs', '/openapi.json'];

const ROUTER = './node_modules/react-router/dist/production/index.mjs';

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

export default defineConfig({
  plugins: [...translations(process.env['VITEST'] === undefined ? 'id-only' : 'message'), react(), preloadFont(), prerender(), compress()],
  define: { 'import.meta.env.PSEUDO': JSON.stringify(process.env['PSEUDO'] !== undefined) },
  resolve: {
    alias: [
      { find: '~', replacement: here('./src') },
      // By default its package resolves to the development build.
      ...(process.env['NODE_ENV'] === 'production' ? [{ find: /^react-router$/u, replacement: here(ROUTER) }] : []),
    ],
  },
  build: {
    // The content security policy allows nothing inline: no data: fonts or scripts, no module-preload polyfill.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // What two thirds of the pages need is one file: it is compressed as a whole and asked for at once.
    rolldownOptions: { output: { codeSplitting: { groups: chunks() } } },
    // What a page may weigh is checked by .size-limit.js.
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
      '/socket.io': { target: server, ws: true },
    },
  },
  test: {
    // In `npm test` NODE_ENV makes them production builds: React's for development takes a third longer, and
    // Emotion's adds an element for each rule.
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['./src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // A test has a store of its own and mocks no module, so files share what they import, and one page of jsdom as long as
    // there is one process: that saves more than a second process gains beside the tests in Python.
    isolate: false,
    maxWorkers: 1,
    // Each rendered page is garbage a moment later: with Node's 16 MB it outlives many collections, each of which copies it.
    execArgv: ['--max-semi-space-size=64'],
    // One wait may take its time (PATIENCE); a test has several.
    testTimeout: 4 * PATIENCE,
    hookTimeout: PATIENCE,
    expect: { poll: { timeout: PATIENCE } },
    restoreMocks: true,
    unstubGlobals: true,
    retry: 0,
  },
});
