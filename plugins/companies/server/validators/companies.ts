import vine, { version } from '#core/kit/validation'
import { COMPANY_SORTS } from '#core/kit/companies'
import { listQueryFields } from '#core/kit/lists'

export const companyListValidator = vine.create({
  ...listQueryFields(COMPANY_SORTS),
  status: vine.enum(['active', 'inactive'] as const).optional(),
  exam_provider: vine.queryBoolean().optional(),
  sir_member: vine.queryBoolean().optional(),
  catalogue_access: vine.queryBoolean().optional(),
})

/** What is left out stays as it is; each setting is checked by its own declaration. */
export const updateCompanyValidator = vine.create({
  /** As read with the company: tells whether somebody else changed it meanwhile. */
  updated_at: version(),
  settings: vine.record(vine.record(vine.any().nullable())),
})
