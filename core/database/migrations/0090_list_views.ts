import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Saved views of lists: a name with filters, order and columns. The views of an admin have no company. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'core_list_views',
      (table) => {
        // The member who saved it. Null if that member has left, for a shared view.
        table.bigInteger('membership_id').nullable()
        table.bigInteger('user_id').nullable().references('id').inTable('core_users').onDelete('CASCADE')
        table.text('list').notNullable()
        table.text('name').notNullable()
        // The query string of the list with the chosen columns, as in the address of the page.
        table.text('query').notNullable()
        table.boolean('is_shared').notNullable().defaultTo(false)
        table.timestamp('created_at').notNullable().defaultTo(this.now())
      },
      { platformRows: true },
    )
    this.schema.raw(`
      alter table core_list_views add constraint core_list_views_owner check (
        company_id is null and user_id is not null and membership_id is null and not is_shared
        or company_id is not null and user_id is null and (membership_id is not null or is_shared));
      create unique index core_list_views_name on core_list_views (company_id, membership_id, list, lower(name)) where company_id is not null;
      create unique index core_list_views_admin on core_list_views (user_id, list, lower(name)) where company_id is null;
    `)
    this.ownReference('core_list_views', 'membership_id', 'core_memberships')
  }

  async down() {
    this.schema.dropTable('core_list_views')
  }
}
