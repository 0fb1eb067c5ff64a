import { TenantSchema } from '#core/kit/schema'

/** A temporary table of whoever is signed in to the database stands before none that these functions mean. */
export default class extends TenantSchema {
  async up() {
    this.#look('public, pg_temp')
    // A trigger's: nobody calls it.
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
