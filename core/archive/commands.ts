import { parseArgs } from 'node:util'
import db from '@adonisjs/lucid/services/db'
import { AppError } from '../contract/errors.js'
import { fingerprintOf, publicKey } from '../signing/platform_key.js'
import { COMPANIES } from './archive_schema.js'
import { restoreCompany } from './restore.js'
import { exportCompany } from './export_company.js'

const EXPORT_COMPANY = 'core.take_out_company --company <login id> --file <path.zip> [--with-passwords]'
const RESTORE = 'core.restore_company --file <path.zip> [--as <login id>] [--signed-by <fingerprint>]'

function optionsOf(
  args: readonly string[],
  usage: string,
  needed: readonly string[],
  allowed: readonly string[] = [],
): Record<string, string> {
  const wrong = new Error(`Usage: npm run plugin:command -- ${usage}`)
  const options = Object.fromEntries([...needed, ...allowed].map((name) => [name, { type: 'string' as const }]))
  try {
    const { values } = parseArgs({ args: [...args], options })
    if (needed.some((name) => !values[name])) throw wrong
    return values as Record<string, string>
  } catch {
    throw wrong
  }
}

/**
 * `core.take_out_company --company noordwind --file noordwind.zip`: writes the company's rows and files to an archive. The company here
 * does not change. `--with-passwords` writes unsealed password hashes, so that people can sign in on another platform.
 */
export async function exportCompanyCommand(args: readonly string[]): Promise<void> {
  const withPasswords = args.includes('--with-passwords')
  const others = args.filter((arg) => arg !== '--with-passwords')
  const { company, file } = optionsOf(others, EXPORT_COMPANY, ['company', 'file']) as { company: string; file: string }
  const row: { id: number } | null = await db.from(COMPANIES).where('login_id', company).select('id').first()
  if (!row) throw new Error(`There is no company with the login id "${company}".`)
  const { manifest, loose } = await exportCompany(row.id, file, { withPasswords })
  await db.table('core_audit_log').insert({ user_id: null, company_id: row.id, action: 'take_out_company', reason: 'archive.command' })
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
  console.log(`${company}: ${rows} rows, ${manifest.people} people, ${manifest.files} files written to ${file}.`)
  if (manifest.missing_files.length) console.log(`The disk had lost the content of ${manifest.missing_files.length} files.`)
  if (loose) console.log(`${loose} numbers name rows that are gone.`)
  console.log(`It holds personal data${withPasswords ? ' and hashes of passwords' : ''}: keep it as you keep a backup.`)
  console.log(`Signed by ${fingerprintOf(await publicKey())}`)
}

/** `core.restore_company --file noordwind.zip`: restores all of it or nothing. */
export async function restoreCommand(args: readonly string[]): Promise<void> {
  const given = optionsOf(args, RESTORE, ['file'], ['as', 'signed-by'])
  const done = await restoreCompany(given.file!, {
    ...(given.as && { loginId: given.as }),
    ...(given['signed-by'] && { fingerprint: given['signed-by'] }),
  }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new Error(`Nothing was restored: ${error.code} ${JSON.stringify(error.details)}`, { cause: error })
  })
  console.log(
    `${done.loginId}: ${done.rows} rows and ${done.files} files are here; ${done.renumbered} rows have another number than they had.`,
  )
  console.log(`People: ${done.people.made} came along, ${done.people.known} had an account here.`)
  for (const [table, count] of Object.entries(done.left))
    console.log(`Left out: ${count} rows of ${table}, as this platform lacks what they name.`)
  console.log(`The archive was signed by ${done.fingerprint}`)
}
