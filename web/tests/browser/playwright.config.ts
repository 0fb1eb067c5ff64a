import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS } from './browser_args.js'

// Started by core/testing/browser_tests.ts, which passes the address and the browser.
export default defineConfig({
  testDir: '.',
  // Each run has one spec file (core/testing/browser_tests.ts), so its tests may build on each other.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // Timeouts that only a hang reaches: a slow machine must pass.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.BASE_URL,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // Recording a trace takes a third of a test's CPU time, so only the second run of a failed file records one. Without screenshots: without
    // a graphics card they cost more than the tests. The trace stores the pages as HTML.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: BROWSER_ARGS,
    },
  },
})
