import { TenantSchema } from '#core/kit/schema'

/** A copy of who ran the exam on location, so that the examiners' list can leave the attempt out for them. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('proctoring_recordings', (table) => {
      table.specificType('room_members', 'bigint[]').notNullable().defaultTo('{}')
    })
  }

  async down() {
    this.schema.alterTable('proctoring_recordings', (table) => table.dropColumn('room_members'))
  }
}
