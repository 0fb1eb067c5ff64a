// The statements that every request needs, prepared once per connection. In a file of their own so that `npm run bench` measures the same
// ones.

const PERSON_AS_SESSION = `
    from (select 0::bigint as id, $1::bigint as user_id, $2::bigint as membership_id,
                 (select company_id from core_memberships where id = $2::bigint and user_id = $1::bigint) as company_id,
                 now() as expires_at, null::timestamptz as last_seen_at, null::text[] as framed_by, null::text as via,
                 null::bigint as visit_company_id, null::bigint as visit_id, null::timestamptz as visit_until,
                 null::text as visit_reason) s`

// An admin who views the site as a company (core/impersonation) has the company's scope and its supervisors' role, without a membership.
const VISITED = `case when s.membership_id is null and s.visit_until > now() then s.visit_company_id end`

/**
 * A session with its person, membership and company. $1: hash of the token. $2: whether to include the person's active memberships, for the
 * call that tells the browser who they are: one round trip instead of two. An admin without a company gets an empty list.
 */
export const FIND_SESSION = `
  select s.id, s.user_id, coalesce(${VISITED}, s.company_id) as company_id, s.membership_id, s.expires_at, s.last_seen_at,
         core_mailbox(u.email) as email, u.firstname, u.infix, u.lastname, u.language, u.platform_role,
         u.email_verified_at is not null as email_verified,
         case when ${VISITED} is null then m.role else 'beheerder' end as role, m.entitlements, m.registration_type,
         c.login_id::text, c.name as company_name, c.logo_file, c.xmin::text as settings_version, c.time_zone, c.plugins, s.framed_by, s.via,
         case when ${VISITED} is null then null else s.visit_id end as visit_id, s.visit_until, s.visit_reason,
         case when $2::boolean then (
           select coalesce(json_agg(json_build_object('id', mm.id, 'company_name', mc.name, 'role', mm.role) order by mc.name, mm.id), '[]')
             from core_memberships mm join core_companies mc on mc.id = mm.company_id
            where mm.user_id = s.user_id and mm.status = 'active' and mc.status = 'active') end as memberships,
         case when $2::boolean then core_current_course(s.company_id, s.membership_id) end as current_course
    from core_sessions s
    join core_users u on u.id = s.user_id
    left join core_memberships m on m.id = s.membership_id
    left join core_companies c on c.id = coalesce(${VISITED}, s.company_id)
   where s.token_hash = $1 and s.expires_at > now()
     and (s.membership_id is null and u.platform_role is not null or m.status = 'active' and c.status = 'active')`

/**
 * The current rights of a person, without a session, for background jobs. $1: user id. $2: membership or null.
 * `s` replaces the session's row.
 */
export const FIND_PERSON = FIND_SESSION.replace('from core_sessions s', PERSON_AS_SESSION)
  .replace('s.token_hash = $1 and s.expires_at > now()', 'true')
  .replaceAll('$2::boolean', 'false')

/** The one membership that a personnel number belongs to, when its person signs in by a code. $1: membership. */
export const CANDIDATE_BY_CODE = `
  select u.id as user_id, u.password, u.platform_role, u.second_factor_at, c.second_factor, c.password_sign_in, m.id as membership_id, m.company_id, m.role, m.status, m.state,
         c.login_id::text, c.status as company_status, u.code_kind
    from core_memberships m join core_users u on u.id = m.user_id join core_companies c on c.id = m.company_id
   where m.id = $1 and m.role = 'leerling' and u.deleted_at is null and u.code_kind is not null and u.platform_role is null`

/** Every membership that an e-mail address can sign in to, the company of the login id first. $1: e-mail. $2: login id, or null. */
export const CANDIDATES = `
  select u.id as user_id, u.password, u.platform_role, u.second_factor_at, c.second_factor, c.password_sign_in, m.id as membership_id, m.company_id, m.role, m.status, m.state,
         c.login_id::text, c.status as company_status
    from core_users u
    left join core_memberships m on m.user_id = u.id
    left join core_companies c on c.id = m.company_id
   -- Who began to register and went no further has no account.
   where u.email = $1 and u.deleted_at is null and (m.id is not null or u.platform_role is not null)
   order by (c.login_id = $2) desc nulls last, m.last_seen_at desc nulls last, m.id`

/**
 * Opens a session, ends the one it replaces, gives back the attempt's points, and records the visit: one statement, one commit. Returns no
 * row when the password is not the one that was verified. A change of the password waits for this statement and ends the new session; or
 * the change came first, and the lock finds the row changed. $1: hash of the token. $2: user. $3: company. $4: membership. $5: end. $6:
 * browser. $7: way of signing in. $8: origins that may frame it. $9: hash of the replaced token, or null. $10: hash of the password, or
 * null. $11: network address, or null. $12: key of the person's attempts, which is cleared; $13: key of their network address, which gets
 * one point back; both null when nothing was counted.
 */
export const OPEN_SESSION = `
  with person as materialized (
    select id from core_users where id = $2 and deleted_at is null and ($10::text is null or password = $10) for share
  ), ended as (
    delete from core_sessions where token_hash = $9 and exists (select 1 from person)
  ), seen as (
    update core_memberships set last_seen_at = now() where id = $4 and exists (select 1 from person)
  ), forgotten as (
    delete from core_rate_limits where key = $12 and exists (select 1 from person)
  ), given_back as (
    update core_rate_limits set points = points - 1 where key = $13 and points > 0 and exists (select 1 from person)
  )
  insert into core_sessions (token_hash, user_id, company_id, membership_id, expires_at, user_agent, via, framed_by, address)
  select $1, id, $3::bigint, $4::bigint, $5::timestamptz, $6, $7, $8::text[], $11 from person
  returning id`

/** A person identified by an external system. $1: membership. $2: company. */
export const LAUNCHED = `
  select m.user_id, m.role, c.plugins, c.second_factor, u.second_factor_at, u.platform_role
    from core_memberships m join core_companies c on c.id = m.company_id join core_users u on u.id = m.user_id
   where m.id = $1 and m.company_id = $2 and m.status = 'active' and c.status = 'active'`
