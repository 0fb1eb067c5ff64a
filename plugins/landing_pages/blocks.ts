import type { Sector } from '#plugins/learning/contract/offers'

/** All landing pages (specification, section 2), with their sector, theme and colours. */
export const LANDING_PAGES = {
  ore: { sector: 'offshore', theme: 'offshore', colors: { primary: '#0B4F6C', secondary: '#01BAEF' } },
  sir: { sector: 'sir', theme: 'sand', colors: { primary: '#7B1E3A', secondary: '#D9829B' } },
} as const satisfies Record<string, { sector: Sector; theme: string; colors: { primary: string; secondary: string } }>
export type LandingKey = keyof typeof LANDING_PAGES
export const LANDING_KEYS = Object.keys(LANDING_PAGES) as LandingKey[]
export const isLandingKey = (key: unknown): key is LandingKey => typeof key === 'string' && Object.hasOwn(LANDING_PAGES, key)
export const landingPath = (key: LandingKey): string => `/landingpage/${key}`
/** The picture of link previews. Not below /api/, which robots.txt closes to them. */
export const picturePath = (key: LandingKey): string => `${landingPath(key)}/picture.jpg`

/** The languages in which an admin writes a page. Readers of other languages get English. */
export const WRITTEN = ['nl', 'en'] as const
export type Text = Record<(typeof WRITTEN)[number], string>

/** The kinds of blocks, and the fields that each kind has besides its heading. */
export const BLOCKS = {
  hero: { text: true, button: true, items: false },
  gains: { text: true, button: false, items: true },
  courses: { text: true, button: true, items: false },
  numbers: { text: true, button: false, items: true },
  questions: { text: true, button: false, items: true },
  voices: { text: false, button: false, items: true },
  contact: { text: true, button: true, items: false },
} as const
export type BlockType = keyof typeof BLOCKS
export const BLOCK_TYPES = Object.keys(BLOCKS) as BlockType[]

/** An item: a card, a number, a question with its answer, or a quote. */
export interface BlockItem {
  title: Text
  text: Text
}

/** Every kind of block has the same fields; those that a kind does not show are empty. */
export interface Block {
  type: BlockType
  heading: Text
  text: Text
  button: Text
  items: BlockItem[]
}

export interface LandingContent {
  /** Title and description of the document, for search engines and link previews. */
  title: Text
  description: Text
  blocks: Block[]
}

/** Maximum lengths and counts; the form and the server both use them. */
export const LIMITS = {
  title: 70,
  description: 300,
  heading: 120,
  text: 1500,
  button: 40,
  itemTitle: 150,
  itemText: 800,
  items: 12,
  blocks: 20,
} as const

const NOTHING: Text = { nl: '', en: '' }
export const emptyItem = (): BlockItem => ({ title: { ...NOTHING }, text: { ...NOTHING } })
export const emptyBlock = (type: BlockType): Block => ({
  ...{ type, heading: { ...NOTHING }, text: { ...NOTHING }, button: { ...NOTHING } },
  items: [],
})
