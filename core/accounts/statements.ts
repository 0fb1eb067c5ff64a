// The statements that every request pays for, prepared once per connection.
// Apart from the code that runs them, so that `npm run bench` measures the same ones.

const PERSON_AS_SESSION = `
    from (select 0::bigint as id, $1::bigint as user_id, $2::bigint as membership_id,
                 (select company_id from core_memberships where id = $2::bigint and user_id = $1::bigint) as company_id,
                 now() as expires_at, null::text[] as framed_by) s`

/** A session with its person, membership and company. $1: hash of the token. */
export const FIND_SESSION = `
  select s.id, s.user_id, s.company_id, s.membership_id, s.expires_at,
         u.email::text, u.firstname, u.lastname, u.language, u.platform_role,
         u.email_verified_at is not null as email_verified,
         m.role, m.entitlements, m.registration_type,
         c.login_id::text, c.name as company_name, c.logo_file, c.xmin::text as settings_version, c.plugins, s.framed_by
    from core_sessions s
    join core_users u on u.id = s.user_id
    left join core_memberships m on m.id = s.membership_id
    left join core_companies c on c.id = s.company_id
   where s.token_hash = $1 and s.expires_at > now()
     and (s.membership_id is null and u.platform_role is not null or m.status = 'active' and c.status = 'active')`

/**
 * A person as a session of theirs would have them now. $1: user id, $2: membership or null. `s` stands in for a session's row.
 * For work that goes on when the session that started it may be over.
 */
export const FIND_PERSON = FIND_SESSION.replace('from core_sessions s', PERSON_AS_SESSION).replace(
  's.token_hash = $1 and s.expires_at > now()',
  'true',
)

/** A person's active memberships. $1: user id. */
export const MEMBERSHIPS = `
  select m.id, c.name as company_name, m.role
    from core_memberships m join core_companies c on c.id = m.company_id
   where m.user_id = $1 and m.status = 'active' and c.status = 'active' order by c.name, m.id`
