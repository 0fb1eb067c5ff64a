import { TenantSchema } from '#core/kit/schema'

/**
 * The data of a certificate (kind, number, date), the answer of its register, and the approval by a supervisor if the person uploaded it.
 * Existing courses were entered by supervisors, so they are approved.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('external_courses_courses', (table) => {
      table.text('kind').notNullable().defaultTo('other').checkIn(['b_vca', 'vol_vca', 'vil_vcu', 'sir', 'gwo', 'other'])
      table.text('diploma_number').notNullable().defaultTo('')
      table.date('obtained_on').nullable()
      table.text('check_state').notNullable().defaultTo('not_checked').checkIn(['not_checked', 'unknown', 'valid', 'expired'])
      table.timestamp('checked_at', { useTz: true }).nullable()
      // Null for an admin, and once the supervisor is erased.
      table.bigInteger('checked_by_id').nullable()
      table.text('approval').notNullable().defaultTo('approved').checkIn(['submitted', 'approved', 'refused'])
      table.text('refusal').notNullable().defaultTo('')
      table.timestamp('decided_at', { useTz: true }).nullable()
      table.bigInteger('decided_by_id').nullable()
    })
    this.ownReference('external_courses_courses', 'checked_by_id', 'core_memberships', 'set null')
    this.ownReference('external_courses_courses', 'decided_by_id', 'core_memberships', 'set null')
    this.schema.raw(`
      alter table external_courses_courses
        add constraint external_courses_courses_checked check ((check_state = 'not_checked') = (checked_at is null)),
        add constraint external_courses_courses_refused check (approval = 'refused' or refusal = '');
      create index external_courses_courses_submitted on external_courses_courses (company_id, created_at) where approval = 'submitted';
      create index external_courses_courses_checker on external_courses_courses (company_id, checked_by_id);
      create index external_courses_courses_decider on external_courses_courses (company_id, decided_by_id)`)
  }

  async down() {
    this.schema.alterTable('external_courses_courses', (table) =>
      table.dropColumns(
        ...['kind', 'diploma_number', 'obtained_on', 'check_state', 'checked_at', 'checked_by_id'],
        ...['approval', 'refusal', 'decided_at', 'decided_by_id'],
      ),
    )
  }
}
