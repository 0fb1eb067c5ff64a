import { TenantSchema } from '#core/kit/schema'

/**
 * The register of toolbox meetings: who was expected, who was present, and the corrections after a meeting was closed. References to people
 * can be null, so that the numbers stay when a person is erased. `token` is part of the address in the QR code.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('toolbox_meetings_meetings', (table) => {
      table.text('topic').notNullable()
      table.date('held_on').notNullable()
      table.text('place').notNullable().defaultTo('')
      table.text('kind').notNullable().checkIn(['in_person', 'online'])
      table.text('token').notNullable().unique()
      table.bigInteger('photo_file_id').nullable()
      // The person who created it. Null for an admin, and once that person is erased.
      table.bigInteger('led_by_id').nullable()
      table.timestamp('closed_at').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.index(['company_id', 'held_on'])
    })
    this.ownReference('toolbox_meetings_meetings', 'led_by_id', 'core_memberships', 'set null')
    this.ownReference('toolbox_meetings_meetings', 'photo_file_id', 'core_files', 'set null')
    this.schema.raw(`alter table toolbox_meetings_meetings
      add column search_text text generated always as (search_key(topic || ' ' || place)) stored`)

    this.tenantTable('toolbox_meetings_attendees', (table) => {
      table.bigInteger('meeting_id').notNullable()
      table.bigInteger('membership_id').nullable()
      // Null: expected but not present.
      table.timestamp('present_at').nullable()
      // Whether the supervisor ticked the person, or the person signed with their own account.
      table.text('way').nullable().checkIn(['ticked', 'signed'])
      table.unique(['company_id', 'meeting_id', 'membership_id'])
      table.index(['company_id', 'membership_id'])
    })
    this.ownReference('toolbox_meetings_attendees', 'meeting_id', 'toolbox_meetings_meetings')
    this.ownReference('toolbox_meetings_attendees', 'membership_id', 'core_memberships', 'set null')
    this.schema.raw(`alter table toolbox_meetings_attendees
      add constraint toolbox_meetings_attendees_way check ((present_at is null) = (way is null))`)

    this.tenantTable('toolbox_meetings_corrections', (table) => {
      table.bigInteger('meeting_id').notNullable()
      table.text('act').notNullable().checkIn(['present', 'absent', 'details'])
      // The person whose presence was corrected. Null for `details`, and once that person is erased.
      table.bigInteger('membership_id').nullable()
      table.text('reason').notNullable()
      // For `details`: the names of the changed fields.
      table.jsonb('fields').notNullable().defaultTo('[]')
      table.bigInteger('by_id').nullable()
      table.timestamp('at').notNullable().defaultTo(this.now())
      table.index(['company_id', 'meeting_id', 'id'])
    })
    this.ownReference('toolbox_meetings_corrections', 'meeting_id', 'toolbox_meetings_meetings')
    this.ownReference('toolbox_meetings_corrections', 'membership_id', 'core_memberships', 'set null')
    this.ownReference('toolbox_meetings_corrections', 'by_id', 'core_memberships', 'set null')
  }

  async down() {
    for (const name of ['corrections', 'attendees', 'meetings']) this.schema.dropTable(`toolbox_meetings_${name}`)
  }
}
