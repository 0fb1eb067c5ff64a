import type { Access } from './access.js'

/** One hit of the command palette. */
export interface Found {
  title: string
  detail: string | null
  /** A path of the platform. */
  path: string
}

/** Makes a plugin's things searchable in the command palette. Made with `defineFinder` or, for a list, with `finderOf` of the kit. */
export interface Finder {
  /** `<plugin>.<what>`. */
  readonly name: string
  /** Message: the name of the hits, in the plural. */
  readonly label: string
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
  readonly access: Access
  /** Returns the best hits first, in the person's scope. */
  readonly find: (session: never, text: string, most: number) => Promise<Found[]>
}

/** The hits of one finder, for the browser. */
export interface FoundGroup {
  /** Plugin whose messages have the label. */
  plugin: string
  name: string
  label: string
  icon: string
  hits: Found[]
}
