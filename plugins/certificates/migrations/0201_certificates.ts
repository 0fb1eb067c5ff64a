import { TenantSchema } from '#core/kit/schema'

/** Certificates and the counter of their numbers. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('certificates_certificates', (table) => {
      // Null once the person left the company. The certificate stays as proof.
      table.bigInteger('membership_id').nullable()
      // Ids of learning, known from its events. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('participation_id').notNullable()
      table.bigInteger('course_id').notNullable()
      table.bigInteger('course_version_id').notNullable()
      table.text('number').notNullable()
      table.text('token').notNullable()
      // The next columns store the printed text as it was on the day of issue.
      table.text('language').notNullable()
      table.text('company_name').notNullable()
      table.text('person_name').nullable()
      table.date('birthdate').nullable()
      table.text('course_name').notNullable()
      table.integer('grade').nullable()
      table.timestamp('issued_at').notNullable()
      table.date('valid_until').nullable()
      // What happened to the certificate later.
      table.timestamp('revoked_at').nullable()
      table.text('revoked_reason').nullable()
      table.bigInteger('revoked_by').nullable().references('id').inTable('core_users').onDelete('SET NULL')
      table.timestamp('erased_at').nullable()
      table.bigInteger('file_id').nullable()
      table.unique(['company_id', 'participation_id'])
      table.unique(['company_id', 'number'])
      // A visitor opens a certificate before the company is known, so the token is unique on the whole platform.
      table.unique(['token'])
    })
    this.ownReference('certificates_certificates', 'membership_id', 'core_memberships', 'set null')
    this.ownReference('certificates_certificates', 'file_id', 'core_files', 'set null')
    this.schema.raw(`
      alter table certificates_certificates
        add column search_text text generated always as
          (search_key(coalesce(person_name, '') || ' ' || course_name || ' ' || number)) stored;
      create index certificates_certificates_member on certificates_certificates (company_id, membership_id);
      create index certificates_certificates_list on certificates_certificates (company_id, issued_at desc);
    `)

    this.tenantTable('certificates_counters', (table) => {
      table.integer('year').notNullable()
      table.integer('last_number').notNullable().defaultTo(0)
      table.unique(['company_id', 'year'])
    })
  }

  async down() {
    this.schema.dropTable('certificates_counters')
    this.schema.dropTable('certificates_certificates')
  }
}
