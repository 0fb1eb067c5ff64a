/** What Safe Exam Browser gives to a page: hashes of the page's own address, and a way to ask for them anew. */
interface ExamBrowser {
  security?: { configKey?: string; browserExamKey?: string; updateKeys?: (done: () => void) => void }
}

const found = (window as { SafeExamBrowser?: ExamBrowser }).SafeExamBrowser?.security
// The address of which the hashes are made: that of the document, and after `updateKeys` that of the moment.
let page = window.location.href.replace(/#.*$/, '')
if (found?.updateKeys && !found.configKey)
  found.updateKeys(() => {
    page = window.location.href.replace(/#.*$/, '')
  })

/**
 * The keys of Safe Exam Browser where it tells them by JavaScript, as headers of a call. Its modern web view sends none by itself. Empty in other browsers.
 */
export function safeBrowserHeaders(): Record<string, string> {
  if (!found?.configKey) return {}
  return {
    'X-Exam-Browser-Page': page,
    'X-Exam-Browser-Config': found.configKey,
    ...(found.browserExamKey && { 'X-Exam-Browser-Key': found.browserExamKey }),
  }
}
