import { TenantSchema } from '../../tenancy/tenant_schema.js'

const WORDS = (name: string) => `select distinct w from regexp_split_to_table(${name}, '[^[:alnum:]]+') w where length(w) >= 3 order by w`
/** Number of names that are checked to see whether another member still has a common word, such as *van*. */
const FIRST_NAMES = 300

/**
 * When two people with the same name were erased at once, each transaction still saw the other person, so the name stayed in the list of
 * words. Each word is now locked first: the second transaction checks after the first has committed.
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
