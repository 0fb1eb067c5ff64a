import { createContext } from 'react'

/** Whether something stands in a <SidePanel>, which the browser's "back" closes. */
export const InPanel = createContext(false)
