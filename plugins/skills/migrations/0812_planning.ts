import { TenantSchema } from '#core/kit/schema'

/**
 * Indexes for the order of the planning: missing skills before ending ones, and the gaps of one day grouped by person. The order is stored
 * as a number, because sorting half a million cells by name takes five times as long. A skill without an end is never a gap and is in
 * neither index.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table skills_cells add column due_order bigint not null generated always as (
        (coalesce(valid_until, '0001-01-01'::date) - '0001-01-01'::date)::bigint * 1000000000000 + membership_id) stored;
      create index skills_cells_due on skills_cells (company_id, due_order, id) where required and (origin is null or valid_until is not null);
      create index skills_cells_due_across on skills_cells (due_order, id) where required and (origin is null or valid_until is not null)`)
  }

  async down() {
    this.schema.raw('drop index skills_cells_due, skills_cells_due_across; alter table skills_cells drop column due_order')
  }
}
