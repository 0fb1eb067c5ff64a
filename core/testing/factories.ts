import { PASSWORD } from './client.js'

// Rows for tests. Every call makes new ones with their own names and addresses. They need a running test application. Courses and
// enrolments still come from the demo.

export interface TestCompany {
  id: number
  loginId: string
  name: string
}

export interface TestMember {
  /** ID of the membership, by which the platform identifies a person of a company. */
  id: number
  userId: number
  companyId: number
  email: string
}

export interface MemberFacts {
  email?: string
  firstname?: string
  infix?: string | null
  lastname?: string
  language?: string
  /** `1990-01-01`; unknown when left out. */
  birthdate?: string | null
  /** Whether the person has the tests' password. Without it nobody can sign in. */
  signsIn?: boolean
  /** Columns of the membership, such as `status`. */
  membership?: Record<string, unknown>
}

let made = 0

// Imported late: these modules read the settings, which the test application sets when it boots.
const database = async () => (await import('@adonisjs/lucid/services/db')).default
const system = async <T>(work: (db: Awaited<ReturnType<typeof database>>) => Promise<T>): Promise<T> => {
  const { asSystem } = await import('../tenancy/scope.js')
  return asSystem('tests', async () => work(await database()))
}

/** Makes a company as an admin does, with every plugin or with the given ones. @param settings plugin → key → value, beside core's */
export async function createCompany({
  plugins,
  settings: chosen = {},
}: { plugins?: string[]; settings?: Record<string, object> } = {}): Promise<TestCompany> {
  const { createCompany: create } = await import('../companies/new_company.js')
  const { pluginRegistry } = await import('../plugins/registry.js')
  const { findPerson } = await import('../accounts/session_store.js')
  const number = ++made
  const company = { loginId: `company-${number}`, name: `Company ${number}` }
  const admin = await system(async (db) => {
    const row = { email: `admin${number}@test.example`, firstname: 'Test', lastname: 'Admin', platform_role: 'admin' }
    const [{ id }] = await db.table('core_users').insert(row).returning('id')
    return id as number
  })
  const all = pluginRegistry().plugins.filter(({ id, always }) => id !== 'core' && !always)
  const names = { name: company.name, legal_name: `${company.name} B.V.`, sender_name: company.name }
  const address = { street: 'Kade 1', postal_code: '1000 AA', city: 'Utrecht', country: 'NL' }
  const settings = { core: { ...names, ...address, primary_color: '#2F4858', secondary_color: '#7A8B99' }, ...chosen }
  const { id } = await create((await findPerson(admin, null))!, {
    login_id: company.loginId,
    plugins: plugins ?? all.map((plugin) => plugin.id),
    settings,
  })
  return { id: Number(id), ...company }
}

/** Makes a participant of the company with this login id. */
export const createParticipant = (loginId: string, facts: MemberFacts = {}): Promise<TestMember> => createMember(loginId, 'leerling', facts)

/** Makes a supervisor of the company with this login id. */
export const createSupervisor = (loginId: string, facts: MemberFacts = {}): Promise<TestMember> => createMember(loginId, 'beheerder', facts)

/** Makes several participants, in order. @returns the ids of their memberships */
export async function createParticipants(loginId: string, people: readonly MemberFacts[]): Promise<number[]> {
  const ids: number[] = []
  for (const facts of people) ids.push((await createParticipant(loginId, facts)).id)
  return ids
}

async function createMember(loginId: string, role: 'leerling' | 'beheerder', facts: MemberFacts): Promise<TestMember> {
  const { signsIn = false, membership = {}, ...person } = facts
  const number = ++made
  const user = { email: `person${number}@test.example`, firstname: 'Test', lastname: `Person ${number}`, language: 'nl', ...person }
  return system(async (db) => {
    const company = await db.from('core_companies').where('login_id', loginId).select('id').firstOrFail()
    const account = signsIn ? { password: await passwordHash(), email_verified_at: new Date() } : {}
    const [{ id: userId }] = await db
      .table('core_users')
      .insert({ ...user, ...account })
      .returning('id')
    const [{ id }] = await db
      .table('core_memberships')
      .insert({ company_id: company.id, user_id: userId, role, ...membership })
      .returning('id')
    return { id: Number(id), userId: Number(userId), companyId: Number(company.id), email: user.email }
  })
}

let hashed: Promise<string> | undefined
/** Hashing is slow on purpose, so all test people share one hash. */
async function passwordHash(): Promise<string> {
  const { default: hash } = await import('@adonisjs/core/services/hash')
  return (hashed ??= hash.make(PASSWORD))
}
