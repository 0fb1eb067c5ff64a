import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { errors } from '@vinejs/vine'
import { declareTenants } from '../companies/declare.js'
import { linesOf, planTenants } from '../companies/plan_tenants.js'
import vine from '../http/validation.js'

const adminValidator = vine.create({
  email: vine.string().trim().toLowerCase().email().maxLength(254),
  firstname: vine.line(100),
  lastname: vine.line(100),
  // The specification's minimum (section 9).
  password: vine.string().minLength(8).maxLength(200),
})

/**
 * `npm run plugin:command -- core.make_admin <email> <first name> <last name>`: makes the first admin of a new platform. The password is
 * read from ADMIN_PASSWORD.
 * @throws Error one line: what is wrong, or that the address is taken
 */
export async function makeAdmin([email, firstname, lastname]: readonly string[]): Promise<void> {
  const input = { email, firstname, lastname, password: process.env.ADMIN_PASSWORD }
  const admin = await adminValidator.validate(input).catch((error: unknown) => {
    if (!(error instanceof errors.E_VALIDATION_ERROR)) throw error
    const wrong = (error.messages as { field: string; rule: string }[]).map(({ field, rule }) => `${field} (${rule})`).join(', ')
    throw new Error(`Usage: ADMIN_PASSWORD=… npm run plugin:command -- core.make_admin <email> <first name> <last name>. Wrong: ${wrong}`)
  })
  const known = await db.from('core_users').where('email', admin.email).first()
  if (known) throw new Error(`${admin.email} has an account already.`)
  const row = { ...admin, password: await hash.make(admin.password), platform_role: 'admin', email_verified_at: new Date() }
  await db.table('core_users').insert(row)
  console.log(`${admin.email} is an admin now.`)
}

/** `npm run plugin:command -- core.declare_tenants`: creates the companies of tenants/ in a database without the demo. */
export async function declareTenantsCommand(): Promise<void> {
  await declareTenants()
  console.log('The companies of tenants/ are declared.')
}

/**
 * `npm run tenants:sync`: shows what declaring the companies of tenants/ would change. With `--apply` it makes the changes.
 * @throws Error one line for an unknown argument or a wrong declaration
 */
export async function syncTenantsCommand(args: readonly string[]): Promise<void> {
  if (args.some((arg) => arg !== '--apply')) throw new Error('Usage: npm run tenants:sync [-- --apply]')
  for (const line of linesOf(await planTenants())) console.log(line)
  if (args.length === 0) return console.log('Nothing was changed. Add `-- --apply` to do it.')
  await declareTenantsCommand()
}
