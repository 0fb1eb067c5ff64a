import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Debian's headless build takes about a seventh less CPU time for the same tests than the whole browser. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

export interface Browsers {
  /** Path of the browser for most tests: headless only, if there is such a build. */
  headless: string
  /** Path of the browser for tests that change its settings, which the headless build ignores. */
  whole: string
}

/**
 * Finds Chromium: Playwright's own or the system's. As root on Debian, it first installs the packages that are missing.
 * @throws Error that says how to get one
 */
export function findBrowsers(): Browsers {
  const first = (paths: readonly string[]) => paths.find((path) => path && existsSync(path))
  const own = chromium.executablePath()
  const missing = [...(first([own, ...WHOLE]) ? [] : ['chromium']), ...(first([own, HEADLESS]) ? [] : ['chromium-headless-shell'])]
  if (missing.length) install(missing)
  const whole = first([own, ...WHOLE])
  if (whole) return { whole, headless: first([own, HEADLESS]) ?? whole }
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) and run again.',
  )
}

/** Installs Debian's packages. Does nothing without apt or without root. */
function install(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('• Installing Chromium …')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  for (const name of packages) apt('install', '-y', '--no-install-recommends', name)
}
