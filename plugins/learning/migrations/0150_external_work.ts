import { TenantSchema } from '#core/kit/schema'

/**
 * Work on another site: one row per participation and external activity. The token identifies the launch to that site, which signs its
 * return call. Alternatively, the person reports the work and a supervisor confirms it.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('learning_external_work', (table) => {
      table.bigInteger('participation_id').notNullable()
      table.bigInteger('activity_id').notNullable().references('id').inTable('learning_activities')
      table.text('token').notNullable().unique()
      table.timestamp('opened_at').notNullable().defaultTo(this.now())
      table.timestamp('reported_at').nullable()
      table.timestamp('finished_at').nullable()
      table.integer('grade').nullable()
      // The supervisor who confirmed it, and their note.
      table.bigInteger('confirmed_by').nullable()
      table.text('note').nullable()
      table.unique(['company_id', 'participation_id', 'activity_id'])
    })
    this.ownReference('learning_external_work', 'participation_id', 'learning_participations')
    this.ownReference('learning_external_work', 'confirmed_by', 'core_memberships', 'set null')
  }

  async down() {
    this.schema.dropTable('learning_external_work')
  }
}
