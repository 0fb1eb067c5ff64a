import { TenantSchema } from '#core/kit/schema'

/** Requests of participants for a course. A person has at most one open request per course. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('catalogue_requests', (table) => {
      table.bigInteger('membership_id').notNullable()
      // An id of learning. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('course_id').notNullable()
      table.text('message').notNullable().defaultTo('')
      table.text('status').notNullable().defaultTo('open').checkIn(['open', 'granted', 'declined'])
      table.text('answer').notNullable().defaultTo('')
      table.bigInteger('decided_by').nullable()
      table.timestamp('decided_at', { useTz: true }).nullable()
      table.timestamp('created_at', { useTz: true }).notNullable().defaultTo(this.now())
      table.index(['company_id', 'status', 'created_at'])
    })
    this.ownReference('catalogue_requests', 'membership_id', 'core_memberships')
    this.ownReference('catalogue_requests', 'decided_by', 'core_memberships', 'set null')
    this.schema.raw(`
      create unique index catalogue_requests_open on catalogue_requests (company_id, membership_id, course_id) where status = 'open'`)
  }

  async down() {
    this.schema.dropTable('catalogue_requests')
  }
}
