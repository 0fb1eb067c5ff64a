/**
 * How every browser of these tests is started. A frame of another site keeps the process of its page: where it gets one of its own and
 * changes it while it loads (as an LTI launch does), Playwright loses it in one load in ten on a busy machine (decision 0198). What a
 * site may keep and read is decided elsewhere in the browser and stays as it is.
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
