import vine, { version } from '#core/kit/validation'
import { BLOCK_TYPES, LIMITS } from '../../blocks.js'

/**
 * Plain text. The start of an HTML tag is refused, because visitors would see it on the page. Of the invisible characters only line breaks
 * and tabs are accepted.
 */
const PLAIN = /^(?![\s\S]*<\s*[a-z!/?])(?:[\n\r\t]|\P{Cc})*$/iu

const line = (most: number) => vine.object({ nl: vine.optionalLine(most).regex(PLAIN), en: vine.optionalLine(most).regex(PLAIN) })
const several = () => vine.string().trim().maxLength(LIMITS.text).regex(PLAIN)
const lines = (most: number) => vine.object({ nl: several().maxLength(most), en: several().maxLength(most) })

const content = {
  title: line(LIMITS.title),
  description: lines(LIMITS.description),
  blocks: vine
    .array(
      vine.object({
        type: vine.enum(BLOCK_TYPES),
        heading: line(LIMITS.heading),
        text: lines(LIMITS.text),
        button: line(LIMITS.button),
        items: vine.array(vine.object({ title: line(LIMITS.itemTitle), text: lines(LIMITS.itemText) })).maxLength(LIMITS.items),
      }),
    )
    .maxLength(LIMITS.blocks),
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
