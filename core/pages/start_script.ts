/** A text for a script element: it cannot end that element. */
const text = (words: string) => JSON.stringify(words).replace(/</g, '\\u003c')

/** The worker's code, for the language that it is sent. */
const READ_LANGUAGES =
  'onmessage = ({ data }) => { for (const one of [Intl.NumberFormat, Intl.DateTimeFormat]) one.supportedLocalesOf(data); close() }'

/** Milliseconds: a computer has painted by then; a phone waits no longer for its scripts. */
const FETCHED_AFTER = 100

/**
 * Starts the app: each file in a task of its own, after the document was painted. With `<script src>` the browser evaluates them in one
 * task before painting: on a slow phone a quarter of a second without anything visible. They are fetched together after the first paint or
 * a time limit, so that pictures of the first paint get the bandwidth first. If one fails to load, a message offers to try again, and the
 * page retries when the network returns.
 * @param files in dependency order; the last is the app's entry
 * @param ahead fetched together: those files and what the page needs after them
 * @param words shown when it does not start
 */
export function startScript(
  files: readonly string[],
  ahead: readonly string[],
  language: string,
  words: { failed: string; retry: string },
): string {
  // Requesting six files takes a phone as long as one task should last. A hidden page is not painted, so a timer starts it. Browsers load language
  // data at first use, 15 to 30 ms on a fast computer, once per page and its workers: a three-line worker does that meanwhile. Where
  // browsers keep it apart or allow no worker, it is loaded at first use.
  return `{
const turn = () => new Promise((done) => setTimeout(done))
let fetched
const fetchAhead = async () => {
  if (fetched) return
  fetched = true
  for (const [index, file] of ${JSON.stringify(ahead)}.entries()) {
    if (index % 6 === 5) await turn()
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}
const start = async () => {
  for (const file of ${JSON.stringify(files)}) {
    await import(file)
    await turn()
  }
}
const failed = (error) => {
  const said = document.body.appendChild(document.createElement('p'))
  said.setAttribute('role', 'alert')
  said.style.cssText = 'position:fixed;inset:auto 0 0;z-index:1;margin:0;padding:16px;font:16px/2 system-ui,sans-serif;text-align:center;background:Canvas;color:CanvasText;border-top:1px solid'
  const retry = document.createElement('button')
  retry.style.cssText = 'font:inherit;padding:0 12px;border:1px solid;border-radius:8px;background:none;color:inherit'
  retry.append(${text(words.retry)})
  const again = () => location.reload()
  retry.onclick = again
  said.append(${text(`${words.failed} `)}, retry)
  addEventListener('online', again)
  throw error
}
let begun
const go = () => {
  if (begun) return
  begun = true
  void fetchAhead()
  turn().then(start).catch(failed)
}
setTimeout(fetchAhead, ${FETCHED_AFTER})
try {
  new Worker(URL.createObjectURL(new Blob([${text(READ_LANGUAGES)}]))).postMessage(${text(language)})
} catch {}
new PerformanceObserver(go).observe({ type: 'paint', buffered: true })
setTimeout(go, 300)
}`
}
