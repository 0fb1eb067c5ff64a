import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Links a mail to its member, so that it is included when the person's data is exported or erased. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('core_mail_outbox', (table) => {
      table.bigInteger('membership_id').nullable()
    })
    this.ownReference('core_mail_outbox', 'membership_id', 'core_memberships')
    this.schema.raw(`
      update core_mail_outbox o set membership_id = m.id
        from core_memberships m join core_users u on u.id = m.user_id
       where m.company_id = o.company_id and lower(coalesce(m.forward_emails_to, u.email::text)) = lower(o.to_email);
      create index core_mail_outbox_member on core_mail_outbox (company_id, membership_id);
    `)
  }

  async down() {
    this.schema.alterTable('core_mail_outbox', (table) => table.dropColumn('membership_id'))
  }
}
