import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** A search that only forgiven typos match gives so many and no more: nobody reads on. */
const MOST_FORGIVEN = 1000

const SEARCH = (condition: string) => `
  declare
    word text;
    pattern text;
    exact text := 'select id from core_memberships where ${condition.replaceAll("'", "''")}
      and ($1 is null or role = $1) and ($2 is null or status = $2) and ($3 is null or company_id = $3)';
    forgiving text := exact;
    forgives boolean := false;
  begin
    foreach word in array words loop
      pattern := '%' || replace(replace(replace(word, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
      exact := exact || format(' and search_text like %L', pattern);
      forgiving := forgiving || format(' and (search_text like %L%s)', pattern,
        case when length(word) >= 4 then format(' or %L <<%% search_text', word) else '' end);
      forgives := forgives or length(word) >= 4;
    end loop;
    return query execute exact || ' limit $4' using with_role, with_status, of_company, most;
    if found or not forgives then return; end if;
    return query execute forgiving || ' limit $4' using with_role, with_status, of_company, least(most, ${MOST_FORGIVEN});
  end`

/**
 * What is written as it was typed comes first, and typos are forgiven only when nothing is: with 100,000 people each
 * common name was compared with everybody's, letter by letter. The filters are the search's own now, so that it may stop
 * at the row after the last one wanted.
 */
export default class extends TenantSchema {
  async up() {
    // Its first use loads the library: until then nobody but a superuser may name its settings.
    this.schema.raw(`select similarity('a', 'a')`)
    const parameters = 'words text[], most int, with_role text, with_status text, of_company bigint'
    const types = 'text[], int, text, text, bigint'
    for (const [name, condition, role] of [
      ['core_search_members', `company_id = ${CURRENT_COMPANY}`, TENANT_ROLE],
      ['core_search_members_across', 'true', ACROSS_ROLE],
    ] as const) {
      this.schema.raw(`
        drop function ${name}(text[]);
        create function ${name}(${parameters}) returns setof bigint language plpgsql stable security definer
          set search_path = public, pg_temp set pg_trgm.strict_word_similarity_threshold = 0.45
          as $$ ${SEARCH(condition)} $$;
        revoke all on function ${name}(${types}) from public;
        grant execute on function ${name}(${types}) to ${role};`)
    }
  }

  async down() {
    throw new Error('The search before this one is in 0006_member_names.')
  }
}
