import { BaseModel, column } from '@adonisjs/lucid/orm'
import { DateTime } from 'luxon'

/** A certificate as it was printed, and its later changes. */
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

  /** Secret: it gives access to the printed data. */
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

  /** The last valid day; null: no end. */
  @column.date()
  declare validUntil: DateTime | null

  @column.dateTime()
  declare revokedAt: DateTime | null

  @column()
  declare revokedReason: string | null

  @column()
  declare revokedBy: number | null

  /** It was revoked because the course was marked again and is no longer passed; passing it again makes it valid again. */
  @column()
  declare revokedByMarking: boolean

  @column.dateTime()
  declare erasedAt: DateTime | null

  @column()
  declare fileId: number | null
}
