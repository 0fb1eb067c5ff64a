import { TenantSchema } from '#core/kit/schema'

/**
 * A course that was passed has progress 100, however it was passed: a supervisor may finish one by hand that nobody began. Said by the
 * database, so that lists, reports, panels and other systems read one truth.
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
