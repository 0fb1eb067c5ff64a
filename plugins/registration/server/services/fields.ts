import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { invalid } from '#core/contract/errors'
import type { RegistrationField } from '#core/contract/registration'
import { ownCompany } from '#core/kit/companies'
import { type FieldInput, fieldsVersion, registrationFields, saveRegistrationFields } from '#core/kit/registration'
import { type Session, currentCompanyId, inChosenCompany } from '#core/kit/scope'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { registrationSettings } from '../../settings.js'

interface Shown {
  company: { id: number; name: string }
  fields: RegistrationField[]
  /** The version that is sent back with a save. */
  version: string
  self_registration: string | null
  /** The registration address; null when registration is closed. */
  link: string | null
}

async function shown(): Promise<Shown> {
  const [{ id, name }, fields] = await Promise.all([ownCompany(), registrationFields()])
  const { self_registration: open } = await settingsOf(registrationSettings)
  return {
    company: { id, name },
    fields,
    version: fieldsVersion(fields),
    self_registration: open,
    link: open === 'closed' ? null : await platformUrl(`/register/${await ownLink()}`),
  }
}

const newToken = () => randomBytes(18).toString('base64url')

/** The current company's link; the first call creates it. */
async function ownLink(): Promise<string> {
  const { rows } = await db.rawQuery<{ rows: { token: string }[] }>(
    `insert into registration_links (company_id, token) values (?, ?)
       on conflict (company_id) do update set token = registration_links.token returning token`,
    [currentCompanyId(), newToken()],
  )
  return rows[0]!.token
}

/** @throws AppError 404 for a company out of this person's reach */
export const showFields = (session: Session, company: number) => inChosenCompany(session, { company, reason: 'registration.fields' }, shown)

/** @throws AppError 404; 409 fields_changed; 422 at `fields.<n>.…` */
export async function saveFields(session: Session, company: number, fields: readonly Sent[], version: string): Promise<Shown> {
  const clean = fields.map(({ label, ...field }, index): FieldInput => {
    const words = Object.fromEntries(Object.entries(label).filter((entry): entry is [string, string] => Boolean(entry[1])))
    if (!Object.keys(words).length) throw invalid(`fields.${index}.label`, 'required')
    return { ...field, label: words }
  })
  return inChosenCompany(session, { company, reason: 'registration.fields.save' }, async () => {
    await saveRegistrationFields(session, clean, version)
    return shown()
  })
}

type Sent = Omit<FieldInput, 'label'> & { label: Record<string, string | undefined> }

/** Creates a new link; the old one stops working. @throws AppError 404 */
export const renewLink = (session: Session, company: number) =>
  inChosenCompany(session, { company, reason: 'registration.link' }, async () => {
    await ownLink()
    await db.from('registration_links').where('company_id', currentCompanyId()).update({ token: newToken(), created_at: new Date() })
    return shown()
  })
