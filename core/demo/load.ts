import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import { sendInvitation } from '../accounts/invitation.js'
import { DEMO_INVITED, DEMO_PARTICIPANTS, DEMO_PASSWORD, DEMO_SIGN_INS, type DemoPerson } from './people.js'
import { loadTasks } from './tasks.js'

/**
 * Loads the demo's people and each plugin's history. Existing data is kept: a second start changes nothing, not even a changed password.
 * @returns whether it was loaded now
 */
export async function loadDemo(step: (text: string) => void): Promise<boolean> {
  const fresh = await asSystem('demo.people', loadPeople)
  if (fresh) {
    step('Loading the demo …')
    await asSystem('demo.tasks', loadTasks)
  }
  await asSystem('demo.invited', loadInvited)
  const { plugins } = pluginRegistry()
  for (const plugin of plugins) {
    if (plugin.demo?.platform) await asSystem(`demo.${plugin.id}`, plugin.demo.platform)
  }
  for (const company of await asSystem('demo.companies', demoCompanies)) {
    for (const plugin of plugins) {
      if (!plugin.demo?.company || !pluginRegistry().isOn(plugin.id, company.plugins)) continue
      await inCompany(company.id, () => plugin.demo!.company!(company))
    }
  }
  return fresh
}

/** @returns whether anybody was added */
async function loadPeople(): Promise<boolean> {
  const people = [...DEMO_SIGN_INS, ...DEMO_PARTICIPANTS]
  const known = await db
    .from('core_users')
    .whereIn(
      'email',
      people.map(({ email }) => email),
    )
    .count('* as n')
    .first()
  if (Number(known.n) === people.length) return false
  const companies = await db.from('core_companies').select('id', 'login_id')
  const companyId = new Map<string, number>(companies.map((row) => [row.login_id, row.id]))
  // One hash for all: the demo's password is public, and forty hashes would take seconds.
  const password = await hash.make(DEMO_PASSWORD)
  await db.transaction(async (trx) => {
    for (const [index, person] of people.entries()) {
      const [user] = await trx
        .knexQuery()
        .table('core_users')
        .insert(userRow(person, password))
        .onConflict('email')
        .ignore()
        .returning('id')
      if (!user) continue
      for (const [loginId, role] of Object.entries(person.memberships)) {
        await trx.table('core_memberships').insert({
          company_id: companyId.get(loginId),
          user_id: user.id,
          role,
          entitlements: person.entitlements ?? [],
          registration_type: 'invite',
          // Spread over the last half year, newest last.
          created_at: new Date(Date.now() - (people.length - index) * 4 * 86_400_000),
        })
      }
    }
  })
  return true
}

async function loadInvited(): Promise<void> {
  const { memberships, ...person } = DEMO_INVITED
  const [loginId, role] = Object.entries(memberships)[0]!
  if (await db.from('core_users').where('email', person.email).first()) return
  const company = await db.from('core_companies').where('login_id', loginId).select('id').firstOrFail()
  const membershipId = await db.transaction(async (trx) => {
    const [user] = await trx.knexQuery().table('core_users').insert(person).returning('id')
    const row = { company_id: company.id, user_id: user.id, role, status: 'inactive', registration_type: 'invite' }
    const [membership] = await trx.knexQuery().table('core_memberships').insert(row).returning('id')
    return membership.id as number
  })
  await sendInvitation({ companyId: company.id, membershipId })
}

function userRow(person: DemoPerson, password: string) {
  return {
    email: person.email,
    password,
    firstname: person.firstname,
    infix: person.infix ?? null,
    lastname: person.lastname,
    language: person.language ?? 'nl',
    birthdate: person.birthdate ?? null,
    gender: person.gender ?? 'unknown',
    platform_role: person.platformRole ?? null,
    ...(person.byNumber ? { code_kind: 'own' } : { email_verified_at: new Date() }),
  }
}

interface DemoCompany {
  id: number
  loginId: string
  plugins: string[]
  memberships: number[]
  signIns: number[]
}

async function demoCompanies(): Promise<DemoCompany[]> {
  const members = await db
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .join('core_companies as c', 'c.id', 'm.company_id')
    .whereIn(
      'u.email',
      [...DEMO_SIGN_INS, ...DEMO_PARTICIPANTS].map(({ email }) => email),
    )
    .where('m.role', 'leerling')
    .orderBy('m.id')
    .select('c.id as company_id', 'c.login_id', 'c.plugins', 'm.id', 'u.email')
  const companies = new Map<number, DemoCompany>()
  const signInEmails = new Set(DEMO_SIGN_INS.map(({ email }) => email))
  for (const row of members) {
    const company = companies.get(row.company_id) ?? {
      id: row.company_id,
      loginId: row.login_id,
      plugins: row.plugins,
      memberships: [],
      signIns: [],
    }
    companies.set(row.company_id, company)
    ;(signInEmails.has(row.email) ? company.signIns : company.memberships).push(row.id)
  }
  return [...companies.values()]
}
