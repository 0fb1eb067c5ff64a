import { TenantSchema } from '#core/kit/schema'

const FUNCTIONS = `('learning_count_given', 'learning_count_gone', 'learning_count_changed', 'learning_count_member')`

/** The functions of 0190 and 0196 read views of the kit, whose columns stay, instead of tables of core. */
export default class extends TenantSchema {
  #replace(from: string, to: string) {
    this.schema.raw(`
      do $$ declare f text; begin
        for f in select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                  where n.nspname = 'public' and p.proname in ${FUNCTIONS}
        loop
          execute replace(replace(f, '${from}_memberships', '${to}_memberships'), '${from}_companies', '${to}_companies');
        end loop;
      end $$`)
  }

  async up() {
    this.#replace('core', 'kit')
  }

  async down() {
    this.#replace('kit', 'core')
  }
}
