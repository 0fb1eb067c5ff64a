import { atom } from 'jotai'
import { local } from '../../boot/safe_storage.js'

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

const KEY = 'density'
const chosen = atom<Density>(local.read(KEY) === 'compact' ? 'compact' : 'comfortable')

/** The row density of every table, stored in this browser. */
export const densityAtom = atom(
  (get) => get(chosen),
  (_get, set, next: Density) => {
    set(chosen, next)
    local.write(KEY, next)
  },
)

/** In pixels. */
export const ROW_HEIGHT: Record<Density, number> = { comfortable: 48, compact: 36 }
