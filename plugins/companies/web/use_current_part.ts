import { useEffect, useState } from 'react'

/** Pixels from the top of the window: a part that starts above this line is the current one. The height of the bars plus some space. */
const READ_FROM = 160

function partInSight(ids: readonly string[]): string | undefined {
  const parts = ids.map((id) => document.getElementById(id)).filter((part) => part !== null)
  const { scrollHeight, clientHeight } = document.documentElement
  // The last parts are too short to reach that line.
  if (scrollHeight > clientHeight && window.scrollY + clientHeight >= scrollHeight - 2) return parts.at(-1)?.id
  return (parts.findLast((part) => part.getBoundingClientRect().top <= READ_FROM) ?? parts[0])?.id
}

/** The current part of a page, by the ids of their elements in order. Undefined until the first one exists. */
export function useCurrentPart(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    let asked = 0
    const look = () => {
      asked = 0
      setCurrent(partInSight(all.split(' ')))
    }
    // Several scroll events can occur per frame.
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
