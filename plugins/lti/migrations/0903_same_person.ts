import { CURRENT_COMPANY, TenantSchema } from '#core/kit/schema'

/**
 * Whether the same platform (same issuer, keys and subject) already brought the person with this e-mail address to another company. Returns
 * only yes or no.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function lti_same_person(platform bigint, subject text, address text) returns boolean language sql stable
        security definer set search_path = public, pg_temp as $$
        select exists (
          select 1 from lti_platforms here
            join lti_platforms there on there.company_id <> here.company_id and there.issuer = here.issuer and there.is_active
             and there.jwks_url is not distinct from here.jwks_url and there.public_key is not distinct from here.public_key
            join lti_people p on p.company_id = there.company_id and p.platform_id = there.id and p.sub = subject
            join kit_members m on m.company_id = p.company_id and m.id = p.membership_id
           where here.id = platform and here.company_id = ${CURRENT_COMPANY} and m.email = address)
      $$;
      revoke all on function lti_same_person(bigint, text, text) from public;
      grant execute on function lti_same_person(bigint, text, text) to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop function lti_same_person(bigint, text, text)')
  }
}
