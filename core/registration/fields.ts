import db from '@adonisjs/lucid/services/db'
import { conflict, invalid } from '../contract/errors.js'
import type { RegistrationField } from '../contract/registration.js'
import { recordAudit } from '../privacy/audit.js'
import { currentCompanyId } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/** A field as a form sends it. A new one has no id. */
export type FieldInput = Omit<RegistrationField, 'id'> & { id: number | null }

const COLUMNS = ['id', 'label', 'kind', 'options', 'required'] as const

/** The questions of the running company, in order. */
export async function registrationFields(client: Pick<typeof db, 'from'> = db): Promise<RegistrationField[]> {
  return client
    .from('core_registration_fields')
    .where('company_id', currentCompanyId())
    .whereNull('removed_at')
    .orderBy('position')
    .orderBy('id')
    .select([...COLUMNS])
}

/** The version of the fields. A save sends it back, so that two people who save concurrently do not overwrite each other. */
export const fieldsVersion = (fields: readonly RegistrationField[]): string => JSON.stringify(fields)

/**
 * Replaces the running company's fields, in this order. A field with an id keeps its answers, also under a new name. A field that is left
 * out is no longer asked, and its answers are kept.
 * @param version of the fields that were loaded
 * @throws AppError 409 fields_changed; 422 at `fields.<n>.…` (enum: no such field, or of another kind; required)
 */
export async function saveRegistrationFields(
  session: Session,
  fields: readonly FieldInput[],
  version: string,
): Promise<RegistrationField[]> {
  return db.transaction(async (trx) => {
    // One save at a time, also when there is no field to lock yet.
    await trx.rawQuery(`select pg_advisory_xact_lock(hashtext('core_registration_fields'), ?)`, [currentCompanyId()])
    const before = await registrationFields(trx)
    if (fieldsVersion(before) !== version) throw conflict('fields_changed')
    const kept = new Map(before.map((field) => [field.id, field]))
    for (const [index, field] of fields.entries()) {
      if (field.kind === 'choice' && field.options.length < 2) throw invalid(`fields.${index}.options`, 'two_options')
      const row = {
        label: JSON.stringify(field.label),
        options: field.kind === 'choice' ? [...new Set(field.options)] : [],
        required: field.required,
        position: index,
      }
      const known = field.id === null ? null : kept.get(field.id)
      // A field cannot change its kind: that would be another question.
      if (known === undefined || (known && known.kind !== field.kind)) throw invalid(`fields.${index}.kind`, 'enum')
      if (known) await trx.from('core_registration_fields').where('id', known.id).update(row)
      else await trx.table('core_registration_fields').insert({ ...row, kind: field.kind, company_id: currentCompanyId() })
      if (known) kept.delete(known.id)
    }
    const gone = [...kept.keys()]
    if (gone.length) await trx.from('core_registration_fields').whereIn('id', gone).update({ removed_at: new Date() })
    await recordAudit(trx, session, {
      action: 'registration_fields.saved',
      reason: 'registration.fields',
      details: { count: fields.length },
    })
    return registrationFields(trx)
  })
}
