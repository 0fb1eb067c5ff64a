import { TenantSchema } from '#core/kit/schema'

/** The kind of exam and its figures, with their source, their date and whether they were confirmed. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('exams_exams', (table) => {
      table.text('kind').nullable().checkIn(['b_vca', 'vol_vca', 'vil_vcu', 'sog', 'sir'])
      table.integer('questions').nullable()
      table.decimal('pass_percent', 4, 1).nullable()
      table.text('source').notNullable().defaultTo('')
      table.date('source_on').nullable()
      table.boolean('to_confirm').notNullable().defaultTo(false)
    })
    this.schema.raw(`
      alter table exams_exams add constraint exams_exams_questions check (questions between 1 and 500);
      alter table exams_exams add constraint exams_exams_pass check (pass_percent between 1 and 100)`)
  }

  async down() {
    this.schema.alterTable('exams_exams', (table) =>
      table.dropColumns('kind', 'questions', 'pass_percent', 'source', 'source_on', 'to_confirm'),
    )
  }
}
