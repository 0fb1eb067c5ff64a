import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { DateTime } from 'luxon'
import type { Day } from '#core/kit/days'
import type { Approval, CertificateKind, CheckState } from '../../certificates.js'
import type { ExternalStatus } from '../../statuses.js'

/** An external course of a person (specification, section 3). */
export default class Course extends BaseModel {
  static table = 'external_courses_courses'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare companyId: number

  @column()
  declare name: string

  /** The participant. */
  @column()
  declare membershipId: number

  @column()
  declare status: ExternalStatus

  /** 0 to 100. */
  @column()
  declare grade: number | null

  /** The last valid day; null without an end. */
  @column()
  declare validUntil: Day | null

  @column()
  declare description: string

  @column()
  declare kind: CertificateKind

  @column()
  declare diplomaNumber: string

  @column()
  declare obtainedOn: Day | null

  /** The answer of the register. */
  @column()
  declare checkState: CheckState

  @column.dateTime()
  declare checkedAt: DateTime | null

  @column()
  declare checkedById: number | null

  @column()
  declare approval: Approval

  @column.dateTime({ autoCreate: true })
  declare createdAt: DateTime
}
