import { TenantSchema } from '../../tenancy/tenant_schema.js'

const WORDS = (name: string) => `select distinct w from regexp_split_to_table(${name}, '[^[:alnum:]]+') w where length(w) >= 3`
/** Number of names that are checked to see whether another member still has a common word, such as *van*. */
const FIRST_NAMES = 300

/**
 * Avoids deadlocks when people are erased at once. Erasing locked the words of a name first, and then needed the rows of others who could
 * hold locks on words too. Words are now locked at the end of the transaction, in one order per company, and companies in one order. Adding
 * a member locks existing words as well, so that they are not deleted with somebody who leaves at that moment.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create or replace function core_note_name_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        one record;
      begin
        for one in
          select coalesce(b.company_id, a.company_id) as company_id, coalesce(b.w, a.w) as word, a.w is not null as comes
            from (select old.company_id, w.w from (${WORDS('old.sort_name')}) w where tg_op <> 'INSERT') b
            full join (select new.company_id, w.w from (${WORDS('new.sort_name')}) w where tg_op <> 'DELETE') a
              on a.company_id = b.company_id and a.w = b.w
           where a.w is null or b.w is null
           order by 1, 2
        loop
          if one.comes then
            loop
              insert into core_name_words (company_id, word) values (one.company_id, one.word) on conflict do nothing;
              perform 1 from core_name_words n where n.company_id = one.company_id and n.word = one.word for key share;
              -- Deleted while this transaction waited for the lock.
              exit when found;
            end loop;
            continue;
          end if;
          perform 1 from core_name_words n where n.company_id = one.company_id and n.word = one.word for update;
          continue when exists (select 1 from (select m.sort_name from core_member_texts m where m.company_id = one.company_id
            order by m.sort_name, m.member_id limit ${FIRST_NAMES}) m where m.sort_name like '%' || one.word || '%' and one.word in (${WORDS('m.sort_name')}));
          delete from core_name_words n where n.company_id = one.company_id and n.word = one.word
             and not exists (select 1 from core_member_texts m where m.company_id = one.company_id and m.search_text like '%' || one.word || '%'
               and one.word in (${WORDS('m.sort_name')}));
        end loop;
        return null;
      end $$;

      drop trigger core_note_name_words on core_memberships;
      create constraint trigger core_note_name_words after insert or delete or update of firstname, lastname, company_id on core_memberships
        deferrable initially deferred for each row execute function core_note_name_words();

      create or replace function core_user_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        own bigint;
      begin
        for own in select m.id from core_memberships m where m.user_id = new.id order by m.company_id loop
          update core_memberships set firstname = new.firstname, lastname = new.lastname, email = new.email where id = own;
        end loop;
        return null;
      end $$;`)
  }

  async down() {
    throw new Error('The trigger before this one is in 0133_names_leave_in_turn, core_user_names in 0006_member_names.')
  }
}
