/**
 * The launch arguments of every browser in these tests. A cross-site frame shares the process of its page: when a frame gets its own
 * process and changes it while it loads (as an LTI launch does), Playwright loses the frame in one load in ten on a busy machine (decision
 * 0198). This does not affect what a site may store and read, which other parts of the browser decide.
 */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-site-isolation-trials',
]
