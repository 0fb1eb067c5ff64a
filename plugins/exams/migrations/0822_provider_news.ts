import { TenantSchema } from '#core/kit/schema'

/**
 * News for exam providers about entries, and which of it was sent. News is written in the transaction of the change, in the company of the
 * person. A job of the provider reads it and mails its addresses (decision 0163).
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'exams_news',
      (table) => {
        table.bigInteger('entry_id').notNullable()
        table.bigInteger('provider_company_id').notNullable().references('id').inTable('core_companies').onDelete('CASCADE')
        table.bigInteger('moment_id').notNullable().references('id').inTable('exams_moments').onDelete('CASCADE')
        table.text('about').notNullable().checkIn(['application', 'confirmation', 'status', 'finish'])
        // An exam status or another kind of news. Its text is `exams.news.<what>`.
        table.text('what').notNullable()
        table.text('person_name').notNullable()
        table.text('company_name').notNullable()
        table.timestamp('at', { useTz: true }).notNullable().defaultTo(this.now())
        table.index(['company_id', 'entry_id'])
        table.index(['provider_company_id', 'at'])
      },
      { alsoVisibleTo: 'provider_company_id' },
    )
    this.ownReference('exams_news', 'entry_id', 'exams_entries')
    this.tenantTable('exams_told', (table) => {
      // `news:<id>` or `billing:<moment>`.
      table.text('fact').notNullable()
      table.timestamp('at', { useTz: true }).notNullable().defaultTo(this.now())
      table.unique(['company_id', 'fact'])
    })
  }

  async down() {
    for (const name of ['told', 'news']) this.schema.dropTable(`exams_${name}`)
  }
}
