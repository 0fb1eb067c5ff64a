import { BaseModel, column } from '@adonisjs/lucid/orm'
import { DateTime } from 'luxon'

/** A certificate as it was printed, and what happened to it since. */
export default class Certificate extends BaseModel {
  static table = 'certificates_certificates'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare companyId: number

  @column()
  declare membershipId: number | null

  @column()
  declare participationId: number

  @column()
  declare courseId: number

  @column()
  declare courseVersionId: number

  /** `NWO-2026-000123`, unique in the company. */
  @column()
  declare number: string

  /** Secret: whoever has it may see what is printed. */
  @column({ serializeAs: null })
  declare token: string

  @column()
  declare language: string

  @column()
  declare companyName: string

  /** Null after the person's data was erased. */
  @column()
  declare personName: string | null

  @column.date()
  declare birthdate: DateTime | null

  @column()
  declare courseName: string

  /** 0 to 100; null for a course without grades. */
  @column()
  declare grade: number | null

  @column.dateTime()
  declare issuedAt: DateTime

  /** The last day on which it counts; null: no end. */
  @column.date()
  declare validUntil: DateTime | null

  @column.dateTime()
  declare revokedAt: DateTime | null

  @column()
  declare revokedReason: string | null

  @column()
  declare revokedBy: number | null

  @column.dateTime()
  declare erasedAt: DateTime | null

  @column()
  declare fileId: number | null
}
