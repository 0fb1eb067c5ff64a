import { TenantSchema } from '#core/kit/schema'

/** Stores the state of a use in a column, so that the list of uses can filter by an index. Adds a search by course. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table contracts_uses add column state text not null generated always as (
        case when given_back_at is not null then 'given_back' when started_at is not null then 'started' else 'waiting' end) stored;
      create index contracts_uses_state on contracts_uses (company_id, state, taken_at desc, id desc);
      create index contracts_uses_all_state on contracts_uses (state, taken_at desc, id desc);
      create index contracts_uses_contract on contracts_uses (company_id, contract_id, taken_at desc, id desc);
      create index contracts_uses_course on contracts_uses (company_id, course_id);
      drop index contracts_uses_company_id_contract_id_taken_at_index`)
  }

  async down() {
    this.schema.raw(`
      create index contracts_uses_company_id_contract_id_taken_at_index on contracts_uses (company_id, contract_id, taken_at);
      drop index contracts_uses_state, contracts_uses_all_state, contracts_uses_contract, contracts_uses_course;
      alter table contracts_uses drop column state`)
  }
}
