import { TenantSchema } from '#core/kit/schema'

/** A question that is kept is never changed, nor is what a published quiz asks: versions are read once and kept in memory (0103). */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function learning_refuse_question() returns trigger language plpgsql as $$
      begin
        raise exception 'a question is published content: a changed one is a new revision';
      end $$;
      create trigger learning_questions_published before update on learning_questions
        for each row execute function learning_refuse_question();
      create trigger learning_activity_questions_published before update on learning_activity_questions
        for each row execute function learning_refuse_question();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger learning_questions_published on learning_questions;
      drop trigger learning_activity_questions_published on learning_activity_questions;
      drop function learning_refuse_question();
    `)
  }
}
