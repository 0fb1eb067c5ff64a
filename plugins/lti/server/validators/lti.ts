import vine, { offeredLanguage, version } from '#core/kit/validation'

const address = () => vine.line(2000).regex(/^https?:\/\/[^\s/]+/)
const origin = () => vine.line(300).regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/)
const domain = () => vine.line(253).regex(/^(?=.{4,253}$)([a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/)

const fields = () => ({
  name: vine.line(200),
  issuer: vine.line(2000),
  client_id: vine.line(255),
  deployments: vine.array(vine.line(255)).maxLength(100).distinct(),
  auth_url: address(),
  token_url: address(),
  jwks_url: address().nullable(),
  public_key: vine.string().maxLength(5000).nullable(),
  audience: vine.line(2000).nullable(),
  frame_origins: vine.array(origin()).maxLength(20).distinct(),
  trusted_domains: vine.array(domain()).maxLength(50).distinct(),
  is_active: vine.boolean(),
})
export const platformValidator = vine.create(fields())
export const platformChangeValidator = vine.create({ ...fields(), updated_at: version() })

/** A form of the browser: numbers arrive as texts. */
const formId = () => vine.string().regex(/^[1-9]\d{0,15}$/)
export const pickValidator = vine.create({
  token: vine.string().regex(/^[\w-]{43}$/),
  courses: vine.array(formId()).maxLength(100).distinct(),
})

const sealed = () => vine.string().maxLength(8000)
export const linkingValidator = vine.create({ sealed: sealed() })
export const linkValidator = vine.create({ sealed: sealed(), password: vine.string().maxLength(1000).optional() })

/** A launch as in its address; the integration reports what is wrong with it. */
export const arrivalValidator = vine.create({
  integration: vine.string().maxLength(50),
  token: vine.string().maxLength(8000),
  payload: vine.string().maxLength(1000),
})
export const arrivedValidator = vine.create({
  sealed: sealed(),
  firstname: vine.optionalLine(100).optional(),
  infix: vine.infix(),
  lastname: vine.optionalLine(100).optional(),
  language: offeredLanguage(),
  /** The format that a registration sends. */
  metadata: vine.string().maxLength(60_000).optional(),
  agreed: vine.boolean(),
})

const systemName = () => vine.line(200)
export const sourceValidator = vine.create({ name: systemName() })
export const sourceChangeValidator = vine.create({ name: systemName(), is_active: vine.boolean() })
export const secretValidator = vine.create({ keep: vine.boolean() })
