import { TenantSchema } from '#core/kit/schema'

/** Searches temporary tables last, so that a temporary table of a database user cannot replace a table that these functions use. */
export default class extends TenantSchema {
  async up() {
    this.#look('public, pg_temp')
    // Only a trigger uses it.
    this.schema.raw('revoke all on function invoices_are_kept() from public')
  }

  async down() {
    this.#look('public')
  }

  #look(path: string) {
    this.schema.raw(`
      alter function invoices_next_number(text, integer) set search_path = ${path};
      alter function invoices_are_kept() set search_path = ${path}`)
  }
}
