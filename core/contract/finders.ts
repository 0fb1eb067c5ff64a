import type { Access } from './access.js'

/** One hit of the command palette. */
export interface Found {
  title: string
  detail: string | null
  /** Where it leads; of the platform. */
  path: string
}

/** What of a plugin can be found from anywhere; made with `defineFinder` or, out of a list, with `finderOf` of the kit. */
export interface Finder {
  /** `<plugin>.<what>`. */
  readonly name: string
  /** Message: what its hits are, in the plural. */
  readonly label: string
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
  readonly access: Access
  /** The best few, best first; in the scope of who asks. */
  readonly find: (session: never, text: string, most: number) => Promise<Found[]>
}

/** What a finder found, for the browser. */
export interface FoundGroup {
  /** Plugin whose messages have the label. */
  plugin: string
  name: string
  label: string
  icon: string
  hits: Found[]
}
