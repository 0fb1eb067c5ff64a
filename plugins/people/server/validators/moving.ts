import vine from '#core/kit/validation'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const address = () => vine.string().trim().maxLength(254)
/** The confirmation, with values returned by the preview. */
const confirmed = () => ({ version: vine.string().maxLength(64), confirm: address() })

export const movePreviewValidator = vine.create({
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER),
})
export const moveValidator = vine.create({ company: id(), ...confirmed() })

export const mergePreviewValidator = vine.create({ email: address().minLength(3) })
export const mergeValidator = vine.create({ email: address().minLength(3), ...confirmed() })
