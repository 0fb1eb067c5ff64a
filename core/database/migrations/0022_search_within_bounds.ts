import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** Maximum number of results when only matches with typos are found. */
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
 * Searches for exact text first, and for typos only if nothing matched. With 100,000 people, each common name was compared with all names.
 * The search now applies the filters itself, so that it can stop after the last row needed.
 */
export default class extends TenantSchema {
  async up() {
    // Loads the library. Before that, only a superuser may set its parameters.
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
