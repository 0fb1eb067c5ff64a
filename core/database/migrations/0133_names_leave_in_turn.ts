import { TenantSchema } from '../../tenancy/tenant_schema.js'

const WORDS = (name: string) => `select distinct w from regexp_split_to_table(${name}, '[^[:alnum:]]+') w where length(w) >= 3 order by w`
/** So many names of a company tell of a word that is common there, such as *van*, that somebody else has it. */
const FIRST_NAMES = 300

/**
 * Of two who share a name and are erased at once each saw the other still there, and their name stayed among the company's words. Each
 * word is held first: the second looks after the first is gone.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create or replace function core_note_name_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        gone text;
      begin
        if tg_op <> 'INSERT' then
          for gone in ${WORDS('old.sort_name')} loop
            perform 1 from core_name_words n where n.company_id = old.company_id and n.word = gone for update;
            continue when exists (select 1 from (select m.sort_name from core_member_texts m where m.company_id = old.company_id
              order by m.sort_name, m.member_id limit ${FIRST_NAMES}) m where m.sort_name like '%' || gone || '%' and gone in (${WORDS('m.sort_name')}));
            delete from core_name_words n where n.company_id = old.company_id and n.word = gone
               and not exists (select 1 from core_member_texts m where m.company_id = old.company_id and m.search_text like '%' || gone || '%'
                 and gone in (${WORDS('m.sort_name')}));
          end loop;
        end if;
        if tg_op <> 'DELETE' then
          insert into core_name_words select new.company_id, w.w from (${WORDS('new.sort_name')}) w on conflict do nothing;
        end if;
        return null;
      end $$;`)
  }

  async down() {
    throw new Error('The trigger before this one is in 0132_erasing_is_quick.')
  }
}
