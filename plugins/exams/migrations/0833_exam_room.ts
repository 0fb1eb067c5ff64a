import { TenantSchema } from '#core/kit/schema'

/** Exams on location: when the examiner started the exam for a person, and who assists in the room. The reviewer sees both. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('exams_entries', (table) => {
      table.timestamp('started_at', { useTz: true }).nullable()
      table.text('helper').notNullable().defaultTo('')
    })
    this.schema.raw('alter table exams_entries add constraint exams_entries_started check (started_at is null or arrived_at is not null)')
  }

  async down() {
    this.schema.alterTable('exams_entries', (table) => table.dropColumns('started_at', 'helper'))
  }
}
