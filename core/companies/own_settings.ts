import db from '@adonisjs/lucid/services/db'
import { AppError } from '../contract/errors.js'
import { type DeclaredSettings, type SettingValue, type ValuesOf, readSetting } from '../contract/settings.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { writeSettings } from './change_settings.js'

/**
 * Changes settings that a plugin edits on a page of its own (`own` in the declaration) in the running company. Audited, with the event
 * `core.settings.changed`.
 * @param reason short, stable and in English: `directory.sign_in`
 * @throws AppError 422 at the key; Error for a setting that is not `own`
 */
export async function changeSettings<D extends DeclaredSettings>(
  session: Session,
  declared: D,
  values: Partial<ValuesOf<D>>,
  reason: string,
): Promise<void> {
  const read: Record<string, SettingValue> = {}
  for (const [key, given] of Object.entries(values)) {
    const field = declared.fields.find((one) => one.key === key)
    if (!field?.own) throw new Error(`"${declared.plugin}.${key}" is no setting of its own page.`)
    const known = readSetting(field, given)
    if (!('value' in known)) throw new AppError(422, 'validation_failed', { errors: [{ field: key, rule: known.rule }] })
    read[key] = known.value
  }
  const companyId = currentCompanyId()
  await asSystem('settings.own', () =>
    db.transaction((trx) =>
      writeSettings(trx, { companyId, settings: { [declared.plugin]: read }, userId: session.userId, reason, movesVersion: false }),
    ),
  )
}
