import { invalid } from '#core/contract/errors'
import { isDay } from '#core/kit/days'
import vine from '#core/kit/validation'
import { peopleFields } from '#core/kit/lists'
import type { Session } from '#core/kit/scope'
import {
  CHARTS,
  GROUP_UNITS,
  MAX_COLUMNS,
  MAX_FILTERS,
  OPERATOR_NAMES,
  PERIOD_KINDS,
  PERIOD_UNITS,
  type ReportDefinition,
} from '../../contract/definition.js'
import { MAX_DAYS } from '../query/definition_check.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const key = () => vine.string().regex(/^-?[a-z][a-z0-9_]{0,49}$/)
const day = () =>
  vine.string().use(vine.createRule((value, _options, field) => void (isDay(value) || field.report('Not a day', 'day', field)))())

/** The shape of a definition; its source defines the valid names (definition_check.ts). Filters over people differ per company. */
export function definitionFields(session: Session) {
  const people = Object.fromEntries(
    Object.keys(peopleFields(session)).map((name) => [name, vine.array(id()).minLength(1).maxLength(50).optional()]),
  )
  return {
    source: vine.string().regex(/^[a-z][a-z0-9_.]{2,99}$/),
    columns: vine.array(key()).minLength(1).maxLength(MAX_COLUMNS),
    match: vine.enum(['all', 'any'] as const),
    filters: vine
      .array(
        vine.object({
          column: key(),
          op: vine.enum(OPERATOR_NAMES),
          value: vine.optionalLine(200).optional(),
          values: vine.array(vine.string().maxLength(100)).maxLength(50).optional(),
        }),
      )
      .maxLength(MAX_FILTERS),
    period: vine
      .object({
        column: key(),
        kind: vine.enum(PERIOD_KINDS),
        days: vine.number().withoutDecimals().range([1, MAX_DAYS]).optional(),
        unit: vine.enum(PERIOD_UNITS).optional(),
        from: day().optional(),
        to: day().optional(),
      })
      .nullable(),
    people: vine.object(people as Record<never, never>),
    company: id().nullable(),
    group: vine.object({ column: key(), unit: vine.enum(GROUP_UNITS).optional() }).nullable(),
    chart: vine.enum(CHARTS).nullable(),
    sort: key().nullable(),
  }
}

/**
 * Validates a stored definition before a later run. Without this, it would run with leftovers of a plugin that is off, or include people
 * whom such a filter excluded. @throws validation error, AppError (422)
 */
export async function readDefinition(session: Session, value: unknown): Promise<ReportDefinition> {
  const read = (await vine.create(definitionFields(session)).validate(value)) as ReportDefinition
  const asked = Object.keys((value as ReportDefinition).people)
  if (asked.some((name) => !Object.hasOwn(read.people, name))) throw invalid('people', 'enum')
  return read
}

export const pageFields = { page: vine.number().withoutDecimals().range([1, 4000]).optional() }
export const FILE_FORMATS = ['xlsx', 'csv', 'pdf'] as const
export type ReportFormat = (typeof FILE_FORMATS)[number]

/** The name of a report and whether colleagues see it. */
export const saveFields = { name: vine.line(120), shared: vine.boolean() }

/** The schedule of a report; the hour is in the time zone of the platform. */
export const scheduleValidator = vine.create({
  every: vine.enum(['day', 'week', 'month'] as const),
  /** For a week 1 (Monday) to 7, for a month 1 to 28; nothing for a day. */
  on: vine.number().withoutDecimals().range([1, 28]).optional(),
  hour: vine.number().withoutDecimals().range([0, 23]),
  format: vine.enum(FILE_FORMATS),
})
