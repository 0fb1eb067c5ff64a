import { TenantSchema } from '#core/kit/schema'

// The tables with the content of a version. Reading a published version twice gives the same result.
const PARTS = {
  learning_modules: 'new.version_id',
  learning_activities: 'new.version_id',
  learning_restrictions: '(select version_id from learning_activities where id = new.activity_id)',
}

/** Prevents every change of a published version. Until now, only the importer prevented it. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function learning_refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'version % is published and cannot be changed', coalesce((to_jsonb(new)->>'version_id'), (to_jsonb(new)->>'id'));
      end $$;
      create trigger learning_course_versions_published before update on learning_course_versions
        for each row when (old.published_at is not null) execute function learning_refuse_change();
    `)
    for (const [table, version] of Object.entries(PARTS)) {
      this.schema.raw(`
        create function ${table}_refuse_change() returns trigger language plpgsql as $$
        begin
          if exists (select 1 from learning_course_versions v where v.id = ${version} and v.published_at is not null) then
            raise exception 'a published version cannot be changed';
          end if;
          return new;
        end $$;
        create trigger ${table}_published before update on ${table} for each row execute function ${table}_refuse_change();
      `)
    }
  }

  async down() {
    this.schema.raw('drop trigger learning_course_versions_published on learning_course_versions; drop function learning_refuse_change()')
    for (const table of Object.keys(PARTS)) {
      this.schema.raw(`drop trigger ${table}_published on ${table}; drop function ${table}_refuse_change()`)
    }
  }
}
