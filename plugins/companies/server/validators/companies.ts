import vine from '#core/kit/validation'
import { TAG_MANAGER_ID } from '#core/kit/settings'

const line = () => vine.line(200)
const color = () =>
  vine
    .string()
    .trim()
    .regex(/^#[0-9a-f]{6}$/i)

const tagManagerRule = vine.createRule((value, _options: undefined, field) => {
  if (value && !TAG_MANAGER_ID.test(String(value))) field.report('The {{ field }} is no container id', 'tag_manager_id', field)
})
/** Empty takes it away. */
const tagManager = () => vine.string().trim().toUpperCase().maxLength(20).use(tagManagerRule(undefined))

/** What is left out stays as it is; what is given follows specification, section 5. */
export const updateCompanyValidator = vine.create({
  /** As read with the company: tells whether somebody else changed it meanwhile. */
  updated_at: vine.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  name: line().optional(),
  legal_name: line().optional(),
  abbreviation: vine.optionalLine(20).nullable().optional(),
  sender_name: line().optional(),
  street: line().optional(),
  postal_code: line().optional(),
  city: line().optional(),
  country: line().optional(),
  primary_color: color().optional(),
  secondary_color: color().optional(),
  catalogue_access: vine.boolean().optional(),
  sir_member: vine.boolean().optional(),
  exam_provider: vine.boolean().optional(),
  no_direct_communication: vine.boolean().optional(),
  platform_branding: vine.boolean().optional(),
  tag_manager_id: tagManager().nullable().optional(),
})
