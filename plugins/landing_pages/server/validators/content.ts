import vine, { version } from '#core/kit/validation'
import { BLOCK_TYPES, MOST } from '../../blocks.js'

/** Plain text: what begins a tag of HTML is refused, as visitors would read it on the page. Of what nobody sees only line breaks and tabs are taken. */
const PLAIN = /^(?![\s\S]*<\s*[a-z!/?])(?:[\n\r\t]|\P{Cc})*$/iu

const line = (most: number) => vine.object({ nl: vine.optionalLine(most).regex(PLAIN), en: vine.optionalLine(most).regex(PLAIN) })
const several = () => vine.string().trim().maxLength(MOST.text).regex(PLAIN)
const lines = (most: number) => vine.object({ nl: several().maxLength(most), en: several().maxLength(most) })

const content = {
  title: line(MOST.title),
  description: lines(MOST.description),
  blocks: vine
    .array(
      vine.object({
        type: vine.enum(BLOCK_TYPES),
        heading: line(MOST.heading),
        text: lines(MOST.text),
        button: line(MOST.button),
        items: vine.array(vine.object({ title: line(MOST.itemTitle), text: lines(MOST.itemText) })).maxLength(MOST.items),
      }),
    )
    .maxLength(MOST.blocks),
}

export const draftValidator = vine.create({ ...content, updated_at: version() })
export const versionValidator = vine.create({ updated_at: version() })
