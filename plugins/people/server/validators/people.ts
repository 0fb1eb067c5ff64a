import { GROUP_KINDS } from '#plugins/groups/contract/index'
import { IMPORT_TARGETS } from '../../contract/imports.js'
import { today } from '#core/kit/days'
import vine, { day, offeredLanguage, version } from '#core/kit/validation'

const ROLES = ['leerling', 'beheerder', 'examinator', 'proctor'] as const
const query = () => vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional()

/** Section 5: "Add user". The service decides which names are required, with the codes of that section. */
/** Courses for a person who is added. */
const giving = {
  courses: vine.array(vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)).maxLength(20).optional(),
  due_at: day({ min: () => today(), max: '2099-12-31' })
    .nullable()
    .optional(),
  mandatory: vine.boolean().optional(),
}

export const newPersonValidator = vine.create({
  firstname: vine.optionalLine(100),
  infix: vine.infix(),
  lastname: vine.optionalLine(100),
  // Null: a person without one, who signs in by personnel number.
  email: vine.string().trim().maxLength(254).email().nullable(),
  personnel_number: vine.line(50).nullable().optional(),
  birthdate: day({ min: '1900-01-01', max: () => today() }).nullable(),
  language: offeredLanguage(),
  role: vine.enum(ROLES),
  invite: vine.boolean(),
  ...giving,
  // For an admin; a supervisor's people work at their company.
  company: vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).nullable(),
})

export const accessValidator = vine.create({
  role: vine.enum(ROLES),
  entitlements: vine.array(vine.string().maxLength(100)).maxLength(50),
  updated_at: version(),
})

/** `sheet` and `heading` (a line, as a spreadsheet counts): only if a person chose them. */
export const importQuery = vine.create({
  company: query(),
  target: vine.enum(IMPORT_TARGETS).optional(),
  /** The group, for a file of members. */
  group: query(),
  name: vine.string().trim().maxLength(200).optional(),
  sheet: vine.queryNumber().withoutDecimals().range([0, 999]).optional(),
  heading: vine.queryNumber().withoutDecimals().range([0, 50_000]).optional(),
})

const place = () => vine.number().withoutDecimals().range([0, 99]).nullable()
/** Columns that are left out are not in the file. */
export const columnsValidator = vine.create({
  firstname: place(),
  infix: place().optional(),
  lastname: place(),
  full_name: place().optional(),
  email: place(),
  birthdate: place(),
  language: place().optional(),
  course: place().optional(),
  groups: place().optional(),
  personnel_number: place().optional(),
  job_title: place().optional(),
  manager: place().optional(),
})

/** `create`: the kind that missing groups are created as; null: they are not created. */
export const groupsValidator = vine.create({ create: vine.enum(GROUP_KINDS).nullable() })

/** One corrected cell of a line. */
export const cellValidator = vine.create({
  line: vine.number().withoutDecimals().range([1, 1_000_000]),
  column: vine.number().withoutDecimals().range([0, 99]),
  text: vine.optionalLine(1000),
})

/** `good_only`: confirms that the bad lines are left out. */
export const runValidator = vine.create({
  invite: vine.boolean(),
  good_only: vine.boolean(),
  ...giving,
})
