import db from '@adonisjs/lucid/services/db'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { settings } from '../config/settings.js'
import { signedIn } from '../contract/access.js'
import { defineMail } from '../contract/plugin.js'
import { toPerson } from './to_person.js'
import { openContent } from '../files/disk.js'
import { today } from '../i18n/days.js'
import { translate } from '../i18n/catalogue.js'
import { sendMail } from '../mail/mail_service.js'
import { exportAdmin } from '../privacy/core_data.js'
import { exportPerson } from '../privacy/person.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { defineTask } from '../tasks/task.js'

interface Order {
  /** A second run of the same task sends no second mail. */
  asked: string
}

/** The file is in the task tray. */
export const ownDataReadyMail = defineMail({
  trigger: 'core.mail.own_data_ready',
  aboutAccount: true,
  load: async () => ({ actionUrl: `${(await settings()).appUrl}/profiel` }),
  sample: { actionUrl: 'https://platform.example/profiel' },
})

interface OwnMembership {
  id: number
  company_id: number
  company_name: string
}

/** Writes everything that is stored about a person, in all their companies, as one zip: the data of every plugin and the person's files. */
export const ownExportTask = defineTask<Order>({
  name: 'core.account.export',
  label: 'core.tasks.own_data',
  fileIsOwn: true,
  again: true,
  access: signedIn,
  run: async (task) => {
    const { session, payload } = task
    const own: OwnMembership[] = await asSystem('account.export', () =>
      db
        .from('core_memberships as m')
        .join('core_companies as c', 'c.id', 'm.company_id')
        .where('m.user_id', session.userId)
        .orderBy('c.name')
        .select('m.id', 'm.company_id', 'c.name as company_name'),
    )
    await task.progress(0, own.length + 1)
    const companies: Record<string, unknown> = {}
    for (const [index, { id, company_id: companyId, company_name: name }] of own.entries()) {
      // Two files may have the same name; both are included.
      companies[Object.hasOwn(companies, name) ? `${name} (${companyId})` : name] = await exportPerson({ companyId, membershipId: id })
      await task.progress(index + 1, own.length + 1)
    }
    const data = { exported_at: new Date().toISOString(), ...(own.length ? { companies } : { account: await exportAdmin(session.userId) }) }
    const name = translate(session.row.language, 'core.own_data.file')
    await task.file(await zipOf(data, own), `${name}-${today()}.zip`, 'application/zip')
    await tell(session, payload.asked)
  },
})

async function zipOf(data: object, own: readonly OwnMembership[]): Promise<Readable> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(`${JSON.stringify(data, null, 2)}\n`), 'data.json')
  const files: { id: number; name: string; key: string }[] = await asSystem('account.export_files', () =>
    db
      .from('core_files')
      .whereIn(
        'membership_id',
        own.map(({ id }) => id),
      )
      .orderBy('id')
      .select('id', 'name', 'key'),
  )
  for (const { id, name, key } of files) {
    const content = await openContent(key)
    // The name was typed by a person, so folders and `..` are removed.
    if (content) zip.addReadStream(content, `files/${id}-${name.replace(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+/, '_')}`)
  }
  zip.end()
  // Not a stream type that the rest of the platform can wait for.
  return zip.outputStream.pipe(new PassThrough())
}

async function tell(session: Session, asked: string): Promise<void> {
  await toPerson(session, (to) => db.transaction((trx) => sendMail(trx, ownDataReadyMail.trigger, { to, key: `own_data:${asked}` })))
}
