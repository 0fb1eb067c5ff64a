const FRAME = 'wide-part'

/** Hidden columns are announced by a shade over the edge that they lie behind, wherever the part is scrolled to. */
export const moreShades = {
  '&[data-more-right]': { maskImage: 'linear-gradient(to left, rgb(0 0 0 / 0.25), #000 40px)' },
  '&[data-more-left]': { maskImage: 'linear-gradient(to right, rgb(0 0 0 / 0.25), #000 40px)' },
  '&[data-more-left][data-more-right]': {
    maskImage: 'linear-gradient(to right, rgb(0 0 0 / 0.25), #000 40px calc(100% - 40px), rgb(0 0 0 / 0.25))',
  },
} as const

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

/** @returns the function that stops */
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
 * Looks after tables and code in a text that may be wider than the page.
 * @param label what such a part is called for who reaches it by keyboard, when it has no caption
 * @returns the function that stops
 */
export const watchWideParts = (text: HTMLElement, label: string): (() => void) =>
  watchFrames([...text.querySelectorAll<HTMLElement>('table, pre')].map(framed), [text], label)

/** Looks after one frame whose content may be wider; as `watchWideParts`. */
export const watchWideFrame = (frame: HTMLElement, label: string): (() => void) => watchFrames([frame], [frame, ...frame.children], label)
