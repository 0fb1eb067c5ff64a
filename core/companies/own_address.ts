import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { coreSettings } from '../settings.js'
import { currentCompanyId } from '../tenancy/scope.js'
import { settingsOf } from './settings_store.js'

export interface CompanyAddress {
  legalName: string
  street: string
  postalCode: string
  city: string
  /** In the company's own words. */
  country: string
  /** The address for mails to the company itself. */
  language: string
}

/**
 * The running company's address as printed on a bill; empty texts for missing parts. One query. @param trx the caller's open transaction
 */
export async function ownAddress(trx?: TransactionClientContract): Promise<CompanyAddress> {
  const { rows } = await (trx ?? db).rawQuery<{ rows: CompanyAddress[] }>(
    `select coalesce(nullif(legal_name, ''), name) as "legalName", coalesce(street, '') as street, coalesce(postal_code, '') as "postalCode",
            coalesce(city, '') as city, coalesce(country, '') as country, default_language as language
       from core_companies where id = ?`,
    [currentCompanyId()],
  )
  return rows[0]!
}

/** The language for texts to the running company itself. No query within a request. @param trx the caller's open transaction */
export const ownLanguage = async (trx?: TransactionClientContract): Promise<string> =>
  (await settingsOf(coreSettings, trx)).default_language
