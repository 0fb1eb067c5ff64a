import { TenantSchema } from '#core/kit/schema'

/** Whether the screen is recorded in addition to the camera, as the participant agreed. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('proctoring_recordings', (table) => {
      table.boolean('record_screen').notNullable().defaultTo(false)
    })
  }

  async down() {
    this.schema.alterTable('proctoring_recordings', (table) => table.dropColumn('record_screen'))
  }
}
