import { type Block, emptyBlock, type Text } from '../../blocks.js'

/** The same in both languages in which the pages are written. */
export const words = (nl: string, en: string): Text => ({ nl, en })

/** A block of a page. */
export const block = (type: Block['type'], own: Partial<Omit<Block, 'type'>>): Block => ({ ...emptyBlock(type), ...own })
