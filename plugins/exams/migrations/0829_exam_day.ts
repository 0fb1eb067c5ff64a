import { TenantSchema } from '#core/kit/schema'

/** The day of an exam: presence, identity check, seat and note of each entry, and for which start time a reminder was sent. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('exams_entries', (table) => {
      table.timestamp('arrived_at', { useTz: true }).nullable()
      table.timestamp('identity_seen_at', { useTz: true }).nullable()
      table.smallint('seat').nullable()
      table.text('day_note').notNullable().defaultTo('')
      // The start time in the reminder. After a move, the reminder is sent again.
      table.timestamp('reminded_for', { useTz: true }).nullable()
    })
    this.schema.raw(`
      alter table exams_entries add constraint exams_entries_seat check (seat between 1 and 1000);
      alter table exams_entries add constraint exams_entries_identity check (identity_seen_at is null or arrived_at is not null)`)
  }

  async down() {
    this.schema.alterTable('exams_entries', (table) => {
      for (const column of ['arrived_at', 'identity_seen_at', 'seat', 'day_note', 'reminded_for']) table.dropColumn(column)
    })
  }
}
