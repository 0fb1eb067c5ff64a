import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { DateTime } from 'luxon'
import type { Day } from '#core/kit/days'
import type { ExternalStatus } from '../../statuses.js'

/** Something that a person learned elsewhere (specification, section 3: external course). */
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

  /** The last day on which it counts; null: no end. */
  @column()
  declare validUntil: Day | null

  @column()
  declare description: string

  @column.dateTime({ autoCreate: true })
  declare createdAt: DateTime
}
