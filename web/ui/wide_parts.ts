const FRAME = 'wide-part'

/** Puts a table or a code block into a frame of its own, so that it stays a table for whoever cannot see it. */
function framed(part: HTMLElement): HTMLElement {
  const parent = part.parentElement
  if (parent?.classList.contains(FRAME)) return parent
  const frame = document.createElement('div')
  frame.className = FRAME
  part.replaceWith(frame)
  frame.append(part)
  return frame
}

/** Shades stand at the sides where there is more; the arrow keys reach what is wider than its place. */
function mark(frame: HTMLElement, label: string): void {
  const hidden = frame.scrollWidth - frame.clientWidth
  const isWide = hidden > 1
  frame.toggleAttribute('data-wide', isWide)
  frame.toggleAttribute('data-more-left', isWide && frame.scrollLeft > 1)
  frame.toggleAttribute('data-more-right', isWide && frame.scrollLeft < hidden - 1)
  if (isWide) {
    frame.tabIndex = 0
    frame.setAttribute('role', 'group')
    frame.setAttribute('aria-label', frame.querySelector('caption')?.textContent?.trim() || label)
  } else for (const name of ['tabindex', 'role', 'aria-label']) frame.removeAttribute(name)
}

/**
 * Looks after tables and code in a text that may be wider than the page.
 * @param label what such a part is called for who reaches it by keyboard, when it has no caption
 * @returns the function that stops
 */
export function watchWideParts(text: HTMLElement, label: string): () => void {
  const frames = [...text.querySelectorAll<HTMLElement>('table, pre')].map(framed)
  const markAll = () => frames.forEach((frame) => mark(frame, label))
  const onScroll = (event: Event) => mark(event.currentTarget as HTMLElement, label)
  for (const frame of frames) frame.addEventListener('scroll', onScroll, { passive: true })
  const observer = new ResizeObserver(markAll)
  observer.observe(text)
  return () => {
    observer.disconnect()
    for (const frame of frames) frame.removeEventListener('scroll', onScroll)
  }
}
