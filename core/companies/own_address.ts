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
  /** As the company writes it, in words. */
  country: string
  /** Of what is written to the company itself. */
  language: string
}

/** Where the running company is, as it stands on a bill; an empty text for what nobody filled in. One query. @param trx the open transaction of the caller */
export async function ownAddress(trx?: TransactionClientContract): Promise<CompanyAddress> {
  const { rows } = await (trx ?? db).rawQuery<{ rows: CompanyAddress[] }>(
    `select coalesce(nullif(legal_name, ''), name) as "legalName", coalesce(street, '') as street, coalesce(postal_code, '') as "postalCode",
            coalesce(city, '') as city, coalesce(country, '') as country, default_language as language
       from core_companies where id = ?`,
    [currentCompanyId()],
  )
  return rows[0]!
}

/** The language for texts to the running company itself. Costs no query within a request. @param trx the caller's open transaction */
export const ownLanguage = async (trx?: TransactionClientContract): Promise<string> =>
  (await settingsOf(coreSettings, trx)).default_language
