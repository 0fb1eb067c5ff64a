import type { KeyboardEvent } from 'react'

/**
 * Keys 1 to 9 choose, Enter continues. They only work while the focus is in the quiz (WCAG 2.1.4). In a text field only Enter works, and
 * Enter on a button, a list or a link keeps its usual function.
 * @param choose with the index of the answer, from 0
 */
export function onQuizKey(event: KeyboardEvent, choose: (index: number) => void, goOn: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
  const target = event.target as HTMLElement
  if (target.matches('textarea, select, [contenteditable]')) return
  const isTyped = target.matches('input:not([type=radio], [type=checkbox])')
  if (!isTyped && /^[1-9]$/.test(event.key)) {
    event.preventDefault()
    choose(Number(event.key) - 1)
  } else if (event.key === 'Enter' && !target.closest('button, a')) {
    event.preventDefault()
    goOn()
  }
}
