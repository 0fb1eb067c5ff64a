import { type Block, emptyBlock, type Text } from '../../blocks.js'

/** A text that is the same in both languages of the pages. */
export const words = (nl: string, en: string): Text => ({ nl, en })

/** Creates a block of a page. */
export const block = (type: Block['type'], own: Partial<Omit<Block, 'type'>>): Block => ({ ...emptyBlock(type), ...own })
