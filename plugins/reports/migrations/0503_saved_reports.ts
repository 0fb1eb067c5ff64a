import { TenantSchema } from '#core/kit/schema'

/**
 * Saved reports, the files of their schedules, and the dashboard layout of each person. Rows without a company belong to admins: all admins
 * share their reports, and each has their own layout.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'reports_layouts',
      (table) => {
        table.bigInteger('membership_id').nullable()
        table.bigInteger('user_id').nullable()
        table.specificType('arranged', 'text[]').notNullable()
        table.specificType('hidden', 'text[]').notNullable()
        table.unique(['company_id', 'membership_id'])
        table.unique(['user_id'])
      },
      { platformRows: true },
    )
    this.ownReference('reports_layouts', 'membership_id', 'core_memberships')

    this.tenantTable(
      'reports_reports',
      (table) => {
        // The owner. Null for a report of an admin, and for a shared report whose owner was erased.
        table.bigInteger('membership_id').nullable()
        table.text('name').notNullable()
        table.jsonb('definition').notNullable()
        table.boolean('shared').notNullable().defaultTo(false)
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
        // { every, on, hour, format }; the next run is next_at.
        table.jsonb('schedule').nullable()
        table.timestamp('next_at').nullable()
        // Why it was stopped automatically.
        table.text('stopped').nullable()
      },
      { platformRows: true },
    )
    this.schema.raw(`
      alter table reports_reports add constraint reports_reports_of_company unique (company_id, id);
      alter table reports_reports add constraint reports_reports_scheduled check ((schedule is null) = (next_at is null));
      create index reports_reports_due on reports_reports (company_id, next_at) where next_at is not null;
      create index reports_reports_member on reports_reports (company_id, membership_id);
    `)
    this.ownReference('reports_reports', 'membership_id', 'core_memberships', 'set null')

    this.tenantTable('reports_runs', (table) => {
      table.bigInteger('report_id').notNullable()
      table.bigInteger('file_id').notNullable()
      table.integer('rows').notNullable()
      // The scheduled time. A report runs once per scheduled time.
      table.timestamp('due_at').notNullable()
      table.timestamp('made_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'report_id', 'due_at'])
      table.index(['company_id', 'file_id'])
    })
    this.ownReference('reports_runs', 'report_id', 'reports_reports')
    this.ownReference('reports_runs', 'file_id', 'core_files')
  }

  async down() {
    for (const name of ['runs', 'reports', 'layouts']) this.schema.dropTable(`reports_${name}`)
  }
}
