import { TenantSchema } from '#core/kit/schema'

/**
 * The skills of a company: what gives them, who needs them, proofs of people, and the result: one cell for each person and skill that they
 * have or need. Only `settle` writes cells (decision 0140).
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('skills_skills', (table) => {
      table.text('name').notNullable()
      table.text('text').notNullable().defaultTo('')
      // Null: no end, or the end on the proof.
      table.integer('valid_months').nullable()
      // Whether every participant needs it.
      table.boolean('everybody').notNullable().defaultTo(false)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
    })
    this.schema.raw(`
      create unique index skills_skills_name on skills_skills (company_id, lower(name));
      alter table skills_skills add constraint skills_skills_months check (valid_months between 1 and 600);
      alter table skills_skills add column search_text text generated always as (search_key(name)) stored`)

    this.tenantTable('skills_sources', (table) => {
      table.bigInteger('skill_id').notNullable()
      // An id of learning, without a foreign key, because plugins do not reference each other's tables. Or the name of an external course.
      table.bigInteger('course_id').nullable()
      table.text('external_name').nullable()
      table.index(['company_id', 'skill_id'])
      table.index(['company_id', 'course_id'])
    })
    this.ownReference('skills_sources', 'skill_id', 'skills_skills')
    this.schema.raw(`
      alter table skills_sources add column name_key text generated always as (search_key(external_name)) stored;
      alter table skills_sources add constraint skills_sources_one check (num_nonnulls(course_id, external_name) = 1)`)

    // Groups that need a skill. The groups belong to another plugin.
    this.tenantTable('skills_groups', (table) => {
      table.bigInteger('skill_id').notNullable()
      table.bigInteger('group_id').notNullable()
      table.unique(['company_id', 'skill_id', 'group_id'])
    })
    this.ownReference('skills_groups', 'skill_id', 'skills_skills')

    this.tenantTable('skills_proofs', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.text('kind').notNullable().checkIn(['course', 'external'])
      // The id of the participation or the external course.
      table.bigInteger('source_id').notNullable()
      table.bigInteger('course_id').nullable()
      table.text('name').nullable()
      table.date('day').notNullable()
      // The expiry date on the certificate or the proof itself.
      table.date('valid_until').nullable()
      table.boolean('revoked').notNullable().defaultTo(false)
      table.unique(['company_id', 'kind', 'source_id'])
      table.index(['company_id', 'membership_id'])
      table.index(['company_id', 'course_id'])
    })
    this.ownReference('skills_proofs', 'membership_id', 'core_memberships')
    this.schema.raw(`
      alter table skills_proofs add column name_key text generated always as (search_key(name)) stored;
      create index skills_proofs_name on skills_proofs (company_id, name_key)`)

    this.tenantTable('skills_cells', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.bigInteger('skill_id').notNullable()
      table.boolean('required').notNullable()
      // Null: the person does not have the skill.
      table.text('origin').nullable().checkIn(['course', 'external', 'hand'])
      table.bigInteger('proof_id').nullable()
      table.date('held_on').nullable()
      table.date('valid_until').nullable()
      table.unique(['company_id', 'membership_id', 'skill_id'])
      table.index(['company_id', 'skill_id', 'valid_until'])
    })
    this.ownReference('skills_cells', 'membership_id', 'core_memberships')
    this.ownReference('skills_cells', 'skill_id', 'skills_skills')
    this.schema.raw('alter table skills_cells add constraint skills_cells_why check (required or origin is not null)')
  }

  async down() {
    for (const name of ['cells', 'proofs', 'groups', 'sources', 'skills']) this.schema.dropTable(`skills_${name}`)
  }
}
