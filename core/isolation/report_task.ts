import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { ZipFile } from 'yazl'
import { can } from '../contract/access.js'
import { notFound } from '../contract/errors.js'
import type { TaskView } from '../contract/tasks.js'
import { today } from '../i18n/days.js'
import { translate } from '../i18n/catalogue.js'
import { PLATFORM_ZONE } from '../i18n/zones.js'
import { tablePdf } from '../pdf/table.js'
import { fingerprintOf, publicKey, signFor } from '../signing/platform_key.js'
import { acrossCompanies } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { defineTask } from '../tasks/task.js'
import { startTask } from '../tasks/task_store.js'
import { type IsolationReport, SIGNED_FOR, tryIsolation } from './report.js'

export const ISOLATION = 'core.isolation.report'

/** The files of a report: data, PDF, the SHA-256 of both, and a signature over these. */
export const REPORT = 'report.json'
export const PDF = 'report.pdf'
export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'signature.json'
/** The path of the platform's public key. */
export const KEY_PATH = '/.well-known/platform-key.json'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** Tests a company's isolation and writes a report that the company can hand out. */
export const isolationTask = defineTask<{ company: number; name: string }>({
  name: ISOLATION,
  label: 'core.tasks.isolation',
  // Names tables and routes, no people.
  fileIsOwn: true,
  again: true,
  access: can(ISOLATION),
  about: ({ name }) => name,
  run: async (task) => {
    const { session, payload } = task
    const report = await tryIsolation({ companyId: payload.company, userId: session.userId }, (done, total) => task.progress(done, total))
    const bytes = json(report)
    const pdf = Buffer.from(await pdfOf(report, bytes, await publicKey(), session.row.language))
    const manifest = json({ [REPORT]: sha256(bytes), [PDF]: sha256(pdf) })
    const zip = new ZipFile()
    zip.addBuffer(bytes, REPORT)
    zip.addBuffer(pdf, PDF)
    zip.addBuffer(manifest, MANIFEST)
    zip.addBuffer(json(await signFor(SIGNED_FOR, manifest)), SIGNATURE)
    zip.end()
    const name = translate(session.row.language, 'core.isolation.file')
    await task.file(zip.outputStream.pipe(new PassThrough()), `${name}-${report.company.login_id}-${today()}.zip`, 'application/zip')
  },
})

/** Starts the report, for an admin. Audited. @throws AppError 404; as `startTask` */
export async function startIsolationReport(session: Session, id: string): Promise<TaskView> {
  const order = await acrossCompanies(session, 'isolation.report', async () => {
    const row: { company: number; name: string } | null = await db
      .from('core_companies')
      .where({ id })
      .select('id as company', 'name')
      .first()
    if (!row) throw notFound()
    return row
  })
  return startTask(session, isolationTask, order)
}

async function pdfOf(report: IsolationReport, bytes: Uint8Array, key: string, lang: string): Promise<Uint8Array> {
  const t = (message: string, values: Record<string, string | number> = {}) => translate(lang, `core.isolation.${message}`, values)
  const { company, counts, holds, platform } = report
  const outsider = new Intl.ListFormat(lang).format(report.outsiders.map(({ name }) => name))
  const when = DateTime.fromISO(report.finished_at).setZone(PLATFORM_ZONE).setLocale(lang).toLocaleString(DateTime.DATETIME_FULL)
  const tried = report.rows.filter(({ kind }) => kind === 'file').length
  const count = (kind: keyof typeof counts) => t(`count_${kind}`, { ...counts[kind], older: Math.max(0, report.files - tried) })
  return tablePdf({
    title: t('heading', { company: company.name }),
    language: lang,
    color: '#1f4e79',
    words: {
      subtitle: t(holds ? 'holds' : 'open', { company: company.name, outsider }),
      page: t('page', { page: '{page}', pages: '{pages}' }),
    },
    facts: [
      `${when} · ${platform.url} · ${t('version', { version: platform.version })}`,
      ...(['table', 'route', 'file'] as const).map(count),
      t('how'),
      t('signed', { fingerprint: fingerprintOf(key), address: `${platform.url}${KEY_PATH}` }),
      `SHA-256 (${REPORT}): ${sha256(bytes)}`,
    ],
    heads: ['kind', 'name', 'tried', 'verdict', 'detail'].map((head) => ({ header: t(`head_${head}`), right: false })),
    rows: report.rows.map(({ kind, name, tried, verdict, detail }) => [
      t(`kind_${kind}`),
      name,
      tried.map((word) => t(`tried_${word}`)).join(', '),
      t(`verdict_${verdict}`),
      t(`detail_${detail.code}`, { value: detail.value }),
    ]),
  })
}
