import { lazy, useState, type ComponentType } from 'react'

/** Like `lazy`, but renders preloaded code at once: React keeps the placeholder of anything that suspends for 300 ms. */
export function lazyAtOnce(load: () => Promise<{ default: ComponentType }>): { Content: ComponentType; fetch: () => Promise<void> } {
  let loaded: ComponentType | null = null
  const fetch = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Later = lazy(fetch)
  function Content() {
    // Keep the component of the first render: another one would lose the page's state.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown />
  }
  return { Content, fetch: async () => void (await fetch()) }
}
