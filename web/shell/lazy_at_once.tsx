import { lazy, useState, type ComponentType } from 'react'

/**
 * Like `lazy`, but code that came ahead is drawn at once: what suspends, even for a moment, is kept back by React for 300 ms
 * behind its placeholder.
 */
export function lazyAtOnce(load: () => Promise<{ default: ComponentType }>): { Content: ComponentType; fetch: () => Promise<void> } {
  let loaded: ComponentType | null = null
  const fetch = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Later = lazy(fetch)
  function Content() {
    // Whichever it was when it was first drawn: another one would lose what the page holds.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown />
  }
  return { Content, fetch: async () => void (await fetch()) }
}
