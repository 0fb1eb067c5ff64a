import { createStore } from 'jotai'

/** The one jotai store, reachable outside React too (API client, session clock). */
export const store = createStore()
