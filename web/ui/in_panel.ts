import { createContext } from 'react'

/** Whether a component is in a <SidePanel>, which the browser's "back" closes. */
export const InPanel = createContext(false)
