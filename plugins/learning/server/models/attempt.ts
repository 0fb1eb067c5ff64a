import { BaseModel, column } from '@adonisjs/lucid/orm'
import { DateTime } from 'luxon'
import type { AttemptStatus } from '../../contract/states.js'

/** One attempt at one quiz (specification, section 3: quiz attempt). */
export default class Attempt extends BaseModel {
  static table = 'learning_attempts'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare companyId: number

  /** The exam provider that reviews it, which can read this row too. */
  @column()
  declare reviewCompanyId: number | null

  @column()
  declare participationId: number

  @column()
  declare activityId: number

  /** 1 for the first. */
  @column()
  declare number: number

  @column()
  declare status: AttemptStatus

  /** 0 to 100, null until graded. */
  @column()
  declare grade: number | null

  @column.dateTime()
  declare startedAt: DateTime

  @column.dateTime()
  declare submittedAt: DateTime | null

  /** The end of its time limit; null without a limit. */
  @column.dateTime()
  declare endsAt: DateTime | null

  /** The language it began in; null for an attempt from before this was stored. */
  @column()
  declare language: string | null

  /** When its feedback was first read; null: not yet. */
  @column.dateTime()
  declare feedbackSeenAt: DateTime | null

  get isTimeOver(): boolean {
    return this.endsAt != null && this.endsAt <= DateTime.now()
  }
}
