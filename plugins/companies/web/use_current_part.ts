import { useEffect, useState } from 'react'

/** Pixels from the top of the window: a part that begins above it is being read. The bars on top and some space. */
const READ_FROM = 160

function partInSight(ids: readonly string[]): string | undefined {
  const parts = ids.map((id) => document.getElementById(id)).filter((part) => part !== null)
  const { scrollHeight, clientHeight } = document.documentElement
  // The last ones are too short to come up to there.
  if (scrollHeight > clientHeight && window.scrollY + clientHeight >= scrollHeight - 2) return parts.at(-1)?.id
  return (parts.findLast((part) => part.getBoundingClientRect().top <= READ_FROM) ?? parts[0])?.id
}

/** Which of a page's parts is being read, by the ids of their elements in order. Undefined until the first is there. */
export function useCurrentPart(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    let asked = 0
    const look = () => {
      asked = 0
      setCurrent(partInSight(all.split(' ')))
    }
    // Scrolling tells of itself many times for each picture.
    const ask = () => (asked ||= requestAnimationFrame(look))
    ask()
    addEventListener('scroll', ask, { passive: true })
    addEventListener('resize', ask)
    return () => {
      cancelAnimationFrame(asked)
      removeEventListener('scroll', ask)
      removeEventListener('resize', ask)
    }
  }, [all])
  return current
}
