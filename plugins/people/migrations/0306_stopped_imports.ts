import { TenantSchema } from '#core/kit/schema'

/** An import that was stopped halfway can be resumed with its remaining lines. Before this, its state was `done`. */
export default class extends TenantSchema {
  async up() {
    this.states(['checked', 'running', 'stopped', 'done', 'undoing', 'undone'])
  }

  async down() {
    this.schema.raw(`update people_imports set state = 'done' where state = 'stopped'`)
    this.states(['checked', 'running', 'done', 'undoing', 'undone'])
  }

  private states(states: readonly string[]) {
    this.schema.raw(`
      do $$ declare found text; begin
        for found in select conname from pg_constraint
          where conrelid = 'people_imports'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%undoing%' loop
          execute format('alter table people_imports drop constraint %I', found);
        end loop;
      end $$;
      alter table people_imports add constraint people_imports_state check (state in (${states.map((state) => `'${state}'`).join(', ')}));
    `)
  }
}
