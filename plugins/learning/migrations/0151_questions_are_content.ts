import { TenantSchema } from '#core/kit/schema'

/** Stored questions and the questions of a published quiz never change, because versions are read once and cached (0103). */
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
