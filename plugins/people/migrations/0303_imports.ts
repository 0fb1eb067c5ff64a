import { TenantSchema } from '#core/kit/schema'

/** Imported files of people. Their lines are stored for one day. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('people_imports', (table) => {
      // The person who uploaded the file. Null: an admin.
      table.bigInteger('membership_id').nullable()
      table.text('file_name').notNullable()
      table.jsonb('head').notNullable()
      // Field → index of its column, or null.
      table.jsonb('columns').notNullable()
      table.text('state').notNullable().defaultTo('checked').checkIn(['checked', 'running', 'done', 'undoing', 'undone'])
      table.boolean('invite').notNullable().defaultTo(true)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
    })
    this.ownReference('people_imports', 'membership_id', 'core_memberships', 'set null')
    this.tenantTable('people_import_rows', (table) => {
      table.bigInteger('import_id').notNullable()
      table.integer('line').notNullable()
      // The cells of the line. Cleared once the person is created.
      table.jsonb('cells').nullable()
      // A stable code: why the line is refused.
      table.text('problem').nullable()
      // The person who was created from the line.
      table.bigInteger('membership_id').nullable()
    })
    this.schema.raw('create index people_import_rows_lines on people_import_rows (company_id, import_id, line)')
    this.schema.raw(
      'create index people_import_rows_person on people_import_rows (company_id, membership_id) where membership_id is not null',
    )
    this.schema.raw('create index people_imports_person on people_imports (company_id, membership_id)')
    this.ownReference('people_import_rows', 'import_id', 'people_imports')
    this.ownReference('people_import_rows', 'membership_id', 'core_memberships')
  }

  async down() {
    this.schema.dropTable('people_import_rows')
    this.schema.dropTable('people_imports')
  }
}
