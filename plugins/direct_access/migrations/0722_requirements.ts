import { TenantSchema } from '#core/kit/schema'

/**
 * What a project requires in addition to its instruction: skills, which belong to another plugin. A project may have an end; some months
 * after it, the data about its visitors is erased.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table direct_access_entrances add column ends_on date, add column erase_months integer,
        add constraint direct_access_entrances_end check (
          (kind = 'project' or ends_on is null) and (erase_months is null or (ends_on is not null and erase_months between 1 and 120)))`)
    this.tenantTable('direct_access_requirements', (table) => {
      table.bigInteger('entrance_id').notNullable()
      table.bigInteger('skill_id').notNullable()
      table.unique(['company_id', 'entrance_id', 'skill_id'])
    })
    this.ownReference('direct_access_requirements', 'entrance_id', 'direct_access_entrances')
  }

  async down() {
    this.schema.dropTable('direct_access_requirements')
    this.schema.raw(`
      alter table direct_access_entrances drop constraint direct_access_entrances_end;
      alter table direct_access_entrances drop column ends_on, drop column erase_months`)
  }
}
