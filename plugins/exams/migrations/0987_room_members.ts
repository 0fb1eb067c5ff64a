import { TenantSchema } from '#core/kit/schema'

/**
 * Who ran the exam for a person: the provider's members who recorded presence, started or reopened it, or helped in the room. They cannot
 * review the attempt. Memberships of another company, so without a foreign key. Never made shorter: undoing a tick does not undo being there.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('exams_entries', (table) => {
      table.specificType('room_members', 'bigint[]').notNullable().defaultTo('{}')
    })
  }

  async down() {
    this.schema.alterTable('exams_entries', (table) => table.dropColumn('room_members'))
  }
}
