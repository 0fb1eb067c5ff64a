import vine, { day, version } from '#core/kit/validation'
import { today } from '#core/kit/days'
import { ADJUSTMENTS } from '#plugins/exams/contract/adjustments'
import { BOOKING_TYPES, PAYMENT_METHODS } from '../../contract/index.js'
import { ACTS } from '../services/act_names.js'

/** Most people in one booking. Larger groups need a contract. */
export const MAX_PEOPLE = 200

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const text = (max: number) => vine.optionalLine(max).optional()
/** Accepts numbers as people write them: `NL 1234.56.789 B13`. */
const withoutMarks = (value: unknown) => (typeof value === 'string' ? value.replace(/[\s.-]/g, '') : value)
const language = () => vine.string().regex(/^[a-z]{2,3}$/)

const mark = () => vine.string().regex(/^[0-9a-f]{64}$/)
const adjustments = () => vine.array(vine.enum(ADJUSTMENTS)).maxLength(ADJUSTMENTS.length).distinct()

/** The wizard's answers so far. None is required until the booking is made. */
const answers = vine.object({
  option: vine.string().regex(/^[a-z_]{1,40}$/).nullable().optional(),
  course: id().nullable().optional(),
  type: vine.enum(BOOKING_TYPES).nullable().optional(),
  people: vine
    .array(
      vine.object({
        membership: id().nullable().optional(),
        firstname: text(100),
        infix: vine.infix(),
        lastname: text(100),
        email: text(254),
        birthdate: day({ min: '1900-01-01', max: () => today() }).nullable().optional(),
        adjustments: adjustments().optional(),
      }),
    )
    .maxLength(MAX_PEOPLE)
    .optional(),
  /** A number of seats without names, instead of people. */
  seats: vine.number().withoutDecimals().range([1, MAX_PEOPLE]).nullable().optional(),
  language: language().nullable().optional(),
  wishes: vine.string().trim().maxLength(2000).optional(),
  moment: id().nullable().optional(),
  /** The version of the exam's terms that the person agreed to. */
  exam_terms: mark().nullable().optional(),
  method: vine.enum(PAYMENT_METHODS).nullable().optional(),
  order_number: text(50),
  again: id().nullable().optional(),
  /** The token of the booking link that the person followed. */
  link: vine.string().regex(/^[\w-]{16,100}$/).nullable().optional(),
  /** The exam moments that are shown first. */
  moments: vine
    .object({ city: text(100), language: vine.string().regex(/^([a-z]{2,3})?$/).optional(), month: vine.string().regex(/^(\d{4}-(0[1-9]|1[0-2]))?$/).optional() })
    .nullable()
    .optional(),
  buyer: vine
    .object({
      company: text(200),
      contact: text(200),
      contact_email: text(254),
      invoice_email: text(254),
      street: text(200),
      postal_code: text(20),
      city: text(100),
      country: vine.string().regex(/^[A-Z]{2}$/).optional(),
      registration_number: vine.string().parse(withoutMarks).trim().regex(/^\d{0,20}$/).optional(),
      vat_number: vine.string().parse(withoutMarks).trim().toUpperCase().regex(/^$|^[A-Z0-9]{4,20}$/).optional(),
    })
    .optional(),
}) // prettier-ignore

export const answersValidator = vine.create({ answers })
export const draftValidator = vine.create({ answers, step: vine.string().regex(/^[a-z_]{1,40}$/).nullable() }) // prettier-ignore

/** The price and draft that the person saw. A price that differs from the server's is refused, and so is an older draft. */
export const bookValidator = vine.create({
  draft: id(),
  version: version(),
  total_cents: vine.number().withoutDecimals().range([0, 1_000_000_000]),
})

export const againValidator = vine.create({ booking: id() })

export const actValidator = vine.create({
  act: vine.enum(ACTS),
  moment: id().optional(),
  course: id().optional(),
  person: id().optional(),
  reason: vine.string().trim().maxLength(1000).optional(),
  exam_terms: mark().optional(),
  adjustments: adjustments().optional(),
  updated_at: version(),
})

/** The exam adjustments of a person who booked for themselves. */
export const ownAdjustmentsValidator = vine.create({ adjustments: adjustments(), updated_at: version() })

const queryId = () => vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
/** The company that an admin books for. */
export const companyQuery = vine.create({ company: queryId().optional() })
/** `booking`: of the company that booked it, for an admin who moves it; `company`: for an admin who books. */
export const momentsQuery = vine.create({
  course: queryId(),
  company: queryId().optional(),
  booking: queryId().optional(),
  city: vine.string().trim().maxLength(100).optional(),
  language: language().optional(),
  month: vine.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/).optional(),
}) // prettier-ignore

/** The validated answers of the wizard. */
export type Answers = Awaited<ReturnType<typeof answersValidator.validate>>['answers']
