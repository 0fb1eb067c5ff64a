const FRAME = 'wide-part'

/** Shades mark the edges with hidden columns behind them, at every scroll position. */
export const moreShades = {
  '&[data-more-right]': { maskImage: 'linear-gradient(to left, rgb(0 0 0 / 0.25), #000 40px)' },
  '&[data-more-left]': { maskImage: 'linear-gradient(to right, rgb(0 0 0 / 0.25), #000 40px)' },
  '&[data-more-left][data-more-right]': {
    maskImage: 'linear-gradient(to right, rgb(0 0 0 / 0.25), #000 40px calc(100% - 40px), rgb(0 0 0 / 0.25))',
  },
} as const

/** Wraps a table or a code block in a frame, so that it stays a table for screen readers. */
function framed(part: HTMLElement): HTMLElement {
  const parent = part.parentElement
  if (parent?.classList.contains(FRAME)) return parent
  const frame = document.createElement('div')
  frame.className = FRAME
  part.replaceWith(frame)
  frame.append(part)
  return frame
}

/** Marks the sides where there is more, and makes a frame that overflows focusable, so that the arrow keys scroll it. */
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

/** @returns a function that stops watching */
function watchFrames(frames: readonly HTMLElement[], sizedBy: readonly Element[], label: string): () => void {
  const markAll = () => frames.forEach((frame) => mark(frame, label))
  const onScroll = (event: Event) => mark(event.currentTarget as HTMLElement, label)
  for (const frame of frames) frame.addEventListener('scroll', onScroll, { passive: true })
  const observer = new ResizeObserver(markAll)
  for (const one of sizedBy) observer.observe(one)
  return () => {
    observer.disconnect()
    for (const frame of frames) frame.removeEventListener('scroll', onScroll)
  }
}

/**
 * Watches the tables and code blocks of a text, which may be wider than the page.
 * @param label accessible name of a part without a caption, for keyboard users
 * @returns a function that stops watching
 */
export const watchWideParts = (text: HTMLElement, label: string): (() => void) =>
  watchFrames([...text.querySelectorAll<HTMLElement>('table, pre')].map(framed), [text], label)

/** Watches one frame whose content may be wider than the page; like `watchWideParts`. */
export const watchWideFrame = (frame: HTMLElement, label: string): (() => void) => watchFrames([frame], [frame, ...frame.children], label)
