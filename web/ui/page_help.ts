import { createContext } from 'react'

/** The help article of the current page; null when it has none. */
export const PageHelp = createContext<{ plugin: string; article: string } | null>(null)
