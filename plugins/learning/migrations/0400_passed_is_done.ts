import { TenantSchema } from '#core/kit/schema'

/**
 * A passed course has progress 100, also if a supervisor marked it as passed before the person began. A rule in the database, so that
 * lists, reports and other systems all read the same value.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function learning_passed_is_done() returns trigger language plpgsql set search_path = public, pg_temp as $$
        begin
          new.progress := 100;
          return new;
        end $$;
      create trigger learning_passed_is_done before insert or update of status, progress on learning_participations
        for each row when (new.status = 'passed' and new.progress <> 100) execute function learning_passed_is_done();
      update learning_participations set progress = 100 where status = 'passed' and progress <> 100`)
  }

  async down() {
    this.schema.raw(`
      drop trigger learning_passed_is_done on learning_participations;
      drop function learning_passed_is_done()`)
  }
}
