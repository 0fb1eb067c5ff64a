import pg from 'pg'
import { SettingsError } from '../config/settings.js'
import { ACROSS_ROLE, TENANT_ROLE } from '../config/database_roles.js'
import { type DatabaseUrls, loginOf } from './urls.js'

/**
 * Creates the two roles of the policies and gives each login its own one. No statement that runs for a company can switch to the role that
 * sees all companies.
 */
export async function ensureRoles(owner: pg.Client, urls: DatabaseUrls): Promise<void> {
  const tenantLogin = loginOf(urls.databaseUrl)
  const acrossLogin = loginOf(urls.databaseAcrossUrl)
  for (const role of [TENANT_ROLE, ACROSS_ROLE]) {
    await owner.query(`do $$ begin
      if not exists (select 1 from pg_roles where rolname = '${role}') then
        create role ${role} nologin nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null; end $$`)
  }
  // A company's pool sets its role (set role) and has no rights by itself. The other one's jobs (pg-boss) run without setting one.
  await grant(owner, TENANT_ROLE, tenantLogin, 'inherit false, set true')
  await grant(owner, ACROSS_ROLE, acrossLogin, 'inherit true, set true')
  // For databases that were created before there were two logins.
  if (await isMember(owner, tenantLogin, ACROSS_ROLE))
    await owner.query(`revoke ${ACROSS_ROLE} from ${owner.escapeIdentifier(tenantLogin)}`)
}

async function grant(owner: pg.Client, role: string, login: string, options: string): Promise<void> {
  if (!(await isMember(owner, login, role))) await owner.query(`grant ${role} to ${owner.escapeIdentifier(login)} with ${options}`)
}

async function isMember(owner: pg.Client, login: string, role: string): Promise<boolean> {
  const { rowCount } = await owner.query(`select 1 from pg_auth_members where roleid = $1::regrole and member = $2::regrole`, [
    role,
    owner.escapeIdentifier(login),
  ])
  return rowCount === 1
}

interface LoginFacts {
  name: string
  super: boolean
  bypass: boolean
  owner: boolean
  owns_tables: boolean
  sees_across: boolean
}

const FACTS = `
  select session_user::text as name, r.rolsuper as super, r.rolbypassrls as bypass,
         exists (select 1 from pg_database d where d.datname = current_database() and pg_has_role(session_user, d.datdba, 'member')) as owner,
         exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
                  where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S')
                    and pg_has_role(session_user, c.relowner, 'member')) as owns_tables,
         pg_has_role(session_user, '${ACROSS_ROLE}', 'member') as sees_across
    from pg_roles r where r.rolname = session_user`

/**
 * Checks both logins of the application: policies do not apply to a superuser or a role that bypasses them, and an owner can turn them off.
 * @throws SettingsError one line that names the setting, its login and what is wrong
 */
export async function checkLogins(urls: DatabaseUrls): Promise<void> {
  await checkLogin('DATABASE_URL', urls.databaseUrl, true)
  await checkLogin('DATABASE_ACROSS_URL', urls.databaseAcrossUrl, false)
}

async function checkLogin(setting: string, url: string, isTenant: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<LoginFacts>(FACTS)
    const facts = rows[0]!
    const wrong = [
      facts.super && 'is a superuser',
      facts.bypass && 'bypasses row-level security',
      facts.owner && 'owns the database',
      facts.owns_tables && 'owns tables',
      isTenant && facts.sees_across && `may become ${ACROSS_ROLE}`,
    ].find(Boolean)
    if (wrong) {
      throw new SettingsError(
        `${setting}: the login "${facts.name}" ${wrong}, so companies would not be kept apart. Give it a login of its own (docs/operations.md, "An own PostgreSQL").`,
      )
    }
  } finally {
    await client.end()
  }
}
