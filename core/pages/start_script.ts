/** A text in a script of a document: it cannot end the element that it stands in. */
const text = (words: string) => JSON.stringify(words).replace(/</g, '\\u003c')

/** What the worker does, for the language that it is sent. */
const READ_LANGUAGES =
  'onmessage = ({ data }) => { for (const one of [Intl.NumberFormat, Intl.DateTimeFormat]) one.supportedLocalesOf(data); close() }'

/** Milliseconds: a computer has painted by then, a phone waits no longer for its scripts. */
const FETCHED_AFTER = 100

/**
 * What starts the app: each file in a task of its own, once what the document shows was painted. By `<script src>` the browser evaluates
 * them all in one task, before it paints anything: on a slow phone a quarter of a second in which nothing is seen and nothing answers.
 * They are fetched together once something was painted, or the time is up that a fast computer paints in: what the first paint shows, such as the
 * picture of a course, has the line for itself until then.
 * One that does not come, as on a building site, is said, with a way to try again; when there is a network again the page tries by itself.
 * @param files in the order in which they need each other; the last is the app's entry
 * @param ahead what is fetched together: those, and what the page itself needs after them
 * @param words said when it does not start
 */
export function startScript(
  files: readonly string[],
  ahead: readonly string[],
  language: string,
  words: { failed: string; retry: string },
): string {
  // A phone asks for six files in as long as it should be busy at a time. A page that nobody sees is not painted: it begins by the clock.
  // Browsers read what they know of languages at the first use, 15 to 30 ms of a fast computer, once for a page and its workers: a worker of three lines
  // does it meanwhile. Where a browser keeps it apart, or lets no worker in, it is read at the first use.
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
