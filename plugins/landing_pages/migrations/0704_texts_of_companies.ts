import { CURRENT_COMPANY, TenantSchema } from '#core/kit/schema'

const OWN = `company_id = ${CURRENT_COMPANY}`
const TABLES = [
  ['landing_pages_drafts', ['page']],
  ['landing_pages_versions', ['page', 'number']],
] as const
const dropPolicies = (table: string) =>
  ['read', 'insert', 'update', 'delete', 'across', 'owner'].map((policy) => `drop policy ${table}_${policy} on ${table};`).join('\n')

/** A company may have a page with its own texts. Null: the texts of the platform, which visitors of all other companies see. */
export default class extends TenantSchema {
  async up() {
    for (const [table, key] of TABLES) {
      this.schema.alterTable(table, (columns) => {
        columns.bigInteger('company_id').nullable().references('id').inTable('core_companies').onDelete('CASCADE')
        columns.dropUnique([...key])
      })
      this.schema.raw(`
        alter table ${table} add constraint ${table}_once unique nulls not distinct (company_id, ${key.join(', ')});
        ${dropPolicies(table)}`)
    }
    // Only the owner may read drafts.
    this.protect('landing_pages_drafts', { read: OWN, write: OWN })
    this.protect('landing_pages_versions', { read: `${OWN} or company_id is null`, write: OWN })
  }

  async down() {
    for (const [table, key] of TABLES) {
      this.schema.raw(`
        delete from ${table} where company_id is not null;
        ${dropPolicies(table)}
        alter table ${table} drop constraint ${table}_once`)
      this.schema.alterTable(table, (columns) => {
        columns.dropColumn('company_id')
        columns.unique([...key])
      })
    }
    this.protect('landing_pages_drafts', { read: 'false', write: 'false' })
    this.protect('landing_pages_versions', { read: 'true', write: 'false' })
  }
}
