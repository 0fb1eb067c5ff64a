import { TenantSchema } from '#core/kit/schema'

/** Personnel number, function and manager of a person. An import can fill these and groups. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('people_work', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.text('personnel_number').nullable()
      table.text('job_title').nullable()
      // Another member.
      table.bigInteger('manager_id').nullable()
      table.timestamp('updated_at', { useTz: true }).notNullable().defaultTo(this.now())
      table.unique(['company_id', 'membership_id'])
    })
    this.ownReference('people_work', 'membership_id', 'core_memberships')
    this.ownReference('people_work', 'manager_id', 'core_memberships', 'set null')
    this.schema.raw(`
      alter table people_work add constraint people_work_manager check (manager_id <> membership_id);
      create unique index people_work_number on people_work (company_id, lower(personnel_number));
      create index people_work_manages on people_work (company_id, manager_id) where manager_id is not null;

      -- The kind of group that is created for unknown group names. Null: lines with unknown groups are refused.
      alter table people_imports add column create_groups text,
        add column made_groups jsonb not null default '[]';
      -- Values of the line that wait for the person: groups by name, the manager by address or number.
      alter table people_import_rows add column groups jsonb, add column manager text`)
  }

  async down() {
    this.schema.raw(`
      alter table people_import_rows drop column groups, drop column manager;
      alter table people_imports drop column create_groups, drop column made_groups`)
    this.schema.dropTable('people_work')
  }
}
