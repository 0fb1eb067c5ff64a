import vine, { version } from '#core/kit/validation'

/** Absent values stay unchanged; each setting is checked by its own declaration. */
export const updateCompanyValidator = vine.create({
  /** The version that was read with the company; detects a concurrent change. */
  updated_at: version(),
  settings: vine.record(vine.record(vine.any().nullable())),
})

/** Months instead of the company's own rule. */
export const retentionValidator = vine.create({ months: vine.queryNumber().withoutDecimals().min(6).max(120).optional() })

/** The unsaved values of a company's style. */
export const lookValidator = vine.create({
  name: vine.line(200),
  primary_color: vine.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i),
})

const plugins = () => vine.array(vine.string().maxLength(60)).maxLength(200)

/** The settings are checked by their own declarations. */
export const createCompanyValidator = vine.create({
  login_id: vine.line(60),
  plugins: plugins(),
  settings: vine.record(vine.record(vine.any().nullable())),
})

export const loginIdValidator = vine.create({ login_id: vine.line(60), updated_at: version() })

/** The complete list of active plugins. */
export const pluginsValidator = vine.create({ plugins: plugins(), updated_at: version() })

export const statusValidator = vine.create({ status: vine.enum(['active', 'inactive'] as const), updated_at: version() })

/** The uploaded and inspected archive, and the address that its company gets here. */
export const restoreValidator = vine.create({
  token: vine.string().regex(/^[0-9a-f]{48}$/),
  login_id: vine.line(60),
})
