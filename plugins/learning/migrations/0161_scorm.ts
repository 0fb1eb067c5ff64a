import { TenantSchema } from '#core/kit/schema'

const TYPES = ['richtext', 'quiz', 'evaluation', 'external', 'scorm']

/** Work in a SCORM package: one row per participation and activity, with the last values of each item. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      do $$ declare found text; begin
        for found in select conname from pg_constraint where conrelid = 'learning_activities'::regclass and contype = 'c'
                      and pg_get_constraintdef(oid) like '%evaluation%' loop
          execute format('alter table learning_activities drop constraint %I', found);
        end loop;
      end $$;
      alter table learning_activities add constraint learning_activities_type check (type in (${TYPES.map((type) => `'${type}'`).join(', ')}));
    `)
    this.tenantTable('learning_package_work', (table) => {
      table.bigInteger('participation_id').notNullable()
      table.bigInteger('activity_id').notNullable().references('id').inTable('learning_activities')
      // Part of the addresses of the package's files, where nobody is signed in. Valid for a short time, for one person and one package.
      table.text('token').notNullable().unique()
      table.timestamp('token_until').notNullable()
      // Item → { base: the values when it was opened, result, opened_at }.
      table.jsonb('items').notNullable().defaultTo('{}')
      table.timestamp('opened_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'participation_id', 'activity_id'])
    })
    this.ownReference('learning_package_work', 'participation_id', 'learning_participations')
  }

  async down() {
    this.schema.dropTable('learning_package_work')
  }
}
