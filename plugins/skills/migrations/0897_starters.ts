import { TenantSchema } from '#core/kit/schema'

/**
 * New people get some months to acquire a skill, with a mentor who has another skill. A cell that is not held yet stores the day by which
 * it must be (`due_on`), and the planning is also sorted by these days. Mentors are stored per person and skill.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table skills_skills add column starter_months integer check (starter_months between 1 and 24), add column mentor_skill_id bigint;
      alter table skills_skills add constraint skills_skills_mentor_another check (mentor_skill_id <> id);
      alter table skills_cells add column due_on date;
      drop index skills_cells_due, skills_cells_due_across;
      alter table skills_cells drop column due_order;
      alter table skills_cells add column due_order bigint not null generated always as (
        (coalesce(valid_until, due_on, '0001-01-01'::date) - '0001-01-01'::date)::bigint * 1000000000000 + membership_id) stored;
      create index skills_cells_due on skills_cells (company_id, due_order, id) where required and (origin is null or valid_until is not null);
      create index skills_cells_due_across on skills_cells (due_order, id) where required and (origin is null or valid_until is not null)`)
    this.ownReference('skills_skills', 'mentor_skill_id', 'skills_skills', 'set null')

    this.tenantTable('skills_mentors', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.bigInteger('skill_id').notNullable()
      table.bigInteger('mentor_membership_id').notNullable()
      table.timestamp('named_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'membership_id', 'skill_id'])
      table.index(['company_id', 'mentor_membership_id'])
    })
    this.ownReference('skills_mentors', 'membership_id', 'core_memberships')
    this.ownReference('skills_mentors', 'mentor_membership_id', 'core_memberships')
    this.ownReference('skills_mentors', 'skill_id', 'skills_skills')
  }

  async down() {
    this.schema.dropTable('skills_mentors')
    this.schema.raw(`
      alter table skills_skills drop column starter_months, drop column mentor_skill_id;
      drop index skills_cells_due, skills_cells_due_across;
      alter table skills_cells drop column due_order, drop column due_on;
      alter table skills_cells add column due_order bigint not null generated always as (
        (coalesce(valid_until, '0001-01-01'::date) - '0001-01-01'::date)::bigint * 1000000000000 + membership_id) stored;
      create index skills_cells_due on skills_cells (company_id, due_order, id) where required and (origin is null or valid_until is not null);
      create index skills_cells_due_across on skills_cells (due_order, id) where required and (origin is null or valid_until is not null)`)
  }
}
