import vine, { version } from '#core/kit/validation'
import { BLOCK_TYPES, MAX_BLOCKS } from '../../blocks.js'

/**
 * Plain text. The start of an HTML tag is refused, because visitors would see it on the page. Of the invisible characters only line breaks
 * and tabs are accepted.
 */
const PLAIN = /^(?![\s\S]*<\s*[a-z!/?])(?:[\n\r\t]|\P{Cc})*$/iu

const line = (most: number) => vine.object({ nl: vine.optionalLine(most).regex(PLAIN), en: vine.optionalLine(most).regex(PLAIN) })
const several = () => vine.string().trim().maxLength(MAX_BLOCKS.text).regex(PLAIN)
const lines = (most: number) => vine.object({ nl: several().maxLength(most), en: several().maxLength(most) })

const content = {
  title: line(MAX_BLOCKS.title),
  description: lines(MAX_BLOCKS.description),
  blocks: vine
    .array(
      vine.object({
        type: vine.enum(BLOCK_TYPES),
        heading: line(MAX_BLOCKS.heading),
        text: lines(MAX_BLOCKS.text),
        button: line(MAX_BLOCKS.button),
        items: vine.array(vine.object({ title: line(MAX_BLOCKS.itemTitle), text: lines(MAX_BLOCKS.itemText) })).maxLength(MAX_BLOCKS.items),
      }),
    )
    .maxLength(MAX_BLOCKS.blocks),
}

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
/** The owner of the texts: a company, or the platform (null). */
const company = () => id().nullable()

export const chosenValidator = vine.create({
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})
export const draftValidator = vine.create({ ...content, company: company(), updated_at: version() })
export const versionValidator = vine.create({ company: company(), updated_at: version() })
/** Only a company can begin texts of its own, and give them up. */
export const startValidator = vine.create({ company: id() })
export const removeValidator = vine.create({ company: id(), updated_at: version() })
