import vine from '#core/kit/validation'
import type { Session } from '#core/kit/scope'
import { KPIS } from '../query/standard.js'
import { PERIODS } from './dashboard.js'
import { FILE_FORMATS, definitionFields, pageFields, saveFields } from './definition.js'

// Built per request: the filters over people depend on the plugins of the company.

export const previewValidator = (session: Session) => vine.create({ definition: vine.object(definitionFields(session)), ...pageFields })
export const saveValidator = (session: Session) => vine.create({ definition: vine.object(definitionFields(session)), ...saveFields })
export const fileValidator = (session: Session) =>
  vine.create({ definition: vine.object(definitionFields(session)), name: vine.line(120), format: vine.enum(FILE_FORMATS) })

export const duplicateValidator = vine.create({ name: vine.line(120) })
export const standardValidator = vine.create({
  kpi: vine.enum(KPIS),
  period: vine
    .queryNumber()
    .in([...PERIODS])
    .optional(),
})
