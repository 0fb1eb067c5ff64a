import { createStore } from 'jotai'

/** The one jotai store, also for code outside React (API client, session clock). */
export const store = createStore()
