import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS } from './browser_args.js'

// Started by core/testing/browser_tests.ts, which gives the address and the browser.
export default defineConfig({
  testDir: '.',
  // One database for all: the tests tell one story after the other.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // What hangs is found by these; what is slow must pass.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.BASE_URL,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // The pages as they stood are in it; pictures of each moment cost a machine without a graphics card more than the tests.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: BROWSER_ARGS,
    },
  },
})
