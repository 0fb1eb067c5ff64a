import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { sendMail } from '../mail/mail_service.js'
import { asSystem } from './scope.js'

const IDENTIFIER = /^[a-z][a-z0-9_]*$/

export interface PlatformRow {
  /** Id of the plugin, and a table of its own with `platformRows`. */
  plugin: string
  table: string
  values: Readonly<Record<string, unknown>>
  /** Mailed in the same transaction, as the platform, with `{ id }` of the row. */
  mail: { trigger: string; to: { email: string; name: string; language: string } }
}

/** Saves a row that a visitor without a company leaves for the platform, with the mail about it. Reads nothing. */
export async function leaveForPlatform({ plugin, table, values, mail }: PlatformRow): Promise<void> {
  if (!IDENTIFIER.test(table) || !table.startsWith(`${plugin}_`)) throw new Error(`"${table}" is no table of plugin "${plugin}".`)
  await asSystem('public.platform_row', () =>
    db.transaction(async (trx: TransactionClientContract) => {
      const [row] = await trx
        .table(table)
        .insert({ ...values, company_id: null })
        .returning('id')
      await sendMail(trx, mail.trigger, { to: mail.to, payload: { id: row.id } })
    }),
  )
}
