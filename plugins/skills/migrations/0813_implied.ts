import { TenantSchema } from '#core/kit/schema'

/**
 * A skill that implies another: a person with VOL-VCA also has B-VCA. A cell stores through which skill it is held (decision 0265). The
 * number of this migration comes after the others of the plugin, because migrations in a folder run in the order of their names.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('skills_implied', (table) => {
      table.bigInteger('skill_id').notNullable()
      table.bigInteger('by_skill_id').notNullable()
      table.unique(['company_id', 'skill_id', 'by_skill_id'])
      table.index(['company_id', 'by_skill_id'])
    })
    this.ownReference('skills_implied', 'skill_id', 'skills_skills')
    this.ownReference('skills_implied', 'by_skill_id', 'skills_skills')
    this.schema.raw(`
      alter table skills_implied add constraint skills_implied_another check (skill_id <> by_skill_id);
      alter table skills_cells add column through_skill_id bigint`)
    this.ownReference('skills_cells', 'through_skill_id', 'skills_skills', 'set null')
    this.schema.raw('create index skills_cells_through on skills_cells (company_id, through_skill_id) where through_skill_id is not null')
  }

  async down() {
    this.schema.raw('alter table skills_cells drop column through_skill_id')
    this.schema.dropTable('skills_implied')
  }
}
