import { type Block, emptyBlock, type Text } from '../../blocks.js'

/** The same in both languages in which the pages are written. */
export const words = (nl: string, en: string): Text => ({ nl, en })

/** A block with what it has of its own. */
export const block = (type: Block['type'], own: Partial<Omit<Block, 'type'>>): Block => ({ ...emptyBlock(type), ...own })
