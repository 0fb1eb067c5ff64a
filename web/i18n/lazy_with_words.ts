import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadMessages } from './messages.js'

/** A lazy component that is loaded together with its plugin's texts. */
export function lazyWithWords<P>(part: string, load: () => Promise<{ default: ComponentType<P> }>): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => Promise.all([load(), loadMessages(part)]).then(([module]) => module))
}
