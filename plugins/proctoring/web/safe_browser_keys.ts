/** The API of Safe Exam Browser for a page: hashes of the page's address, and a function to refresh them. */
interface ExamBrowser {
  security?: { configKey?: string; browserExamKey?: string; updateKeys?: (done: () => void) => void }
}

const found = (window as { SafeExamBrowser?: ExamBrowser }).SafeExamBrowser?.security
// The address that the hashes are computed from: that of the document, or after `updateKeys` the address at that moment.
let page = window.location.href.replace(/#.*$/, '')
if (found?.updateKeys && !found.configKey)
  found.updateKeys(() => {
    page = window.location.href.replace(/#.*$/, '')
  })

/**
 * The keys of Safe Exam Browser as request headers, where it exposes them through JavaScript. Its modern web view does not send such
 * headers itself. Empty in other browsers.
 */
export function safeBrowserHeaders(): Record<string, string> {
  if (!found?.configKey) return {}
  return {
    'X-Exam-Browser-Page': page,
    'X-Exam-Browser-Config': found.configKey,
    ...(found.browserExamKey && { 'X-Exam-Browser-Key': found.browserExamKey }),
  }
}
