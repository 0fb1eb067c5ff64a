import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Files with an owner and a retention period, resumable uploads, and a queue for content whose row was deleted. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('core_files', (table) => {
      table.text('name').notNullable().defaultTo('')
      table.bigInteger('membership_id').nullable()
      // Used in /images/{public_name}, where the company is not known. Unique on the whole platform.
      table.text('public_name').nullable().unique()
      // The row is written before the content, because content without a row could not be found again.
      table.timestamp('stored_at').nullable()
      // The job core.files.clean removes the row and the content of files that are not attached.
      table.timestamp('attached_at').nullable()
      table.timestamp('expires_at').nullable()
    })
    this.ownReference('core_files', 'membership_id', 'core_memberships')
    this.schema.raw(`
      update core_files set stored_at = created_at, attached_at = created_at;
      create index core_files_member on core_files (company_id, membership_id);
      create index core_files_loose on core_files (created_at) where attached_at is null or stored_at is null;
      create index core_files_expiry on core_files (expires_at) where expires_at is not null;

      -- No reference to the company, because its content must be removed after the company is deleted.
      create table core_file_removals (
        id bigint generated always as identity primary key,
        company_id bigint not null,
        key text not null,
        created_at timestamptz not null default now()
      );
      -- Queues the content for removal, whatever deleted the row: a service, an erased person or a deleted company.
      create function core_file_removed() returns trigger language plpgsql as $$
        begin
          insert into core_file_removals (company_id, key) values (old.company_id, old.key);
          return old;
        end $$;
      create trigger core_files_removed after delete on core_files for each row execute function core_file_removed();
    `)
    const own = `company_id = nullif(current_setting('app.company_id', true), '')::bigint`
    this.protect('core_file_removals', { read: 'false', write: own })
    this.schema.raw(
      `revoke update, delete on core_file_removals from ${TENANT_ROLE}; grant select, delete on core_file_removals to ${ACROSS_ROLE}`,
    )

    this.tenantTable('core_uploads', (table) => {
      table.text('token').notNullable().unique()
      table.text('purpose').notNullable()
      table.text('name').notNullable()
      table.bigInteger('size').notNullable()
      table.bigInteger('membership_id').notNullable()
      table.bigInteger('file_id').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
    })
    this.ownReference('core_uploads', 'membership_id', 'core_memberships')
    this.ownReference('core_uploads', 'file_id', 'core_files')
    this.schema.raw(`
      create index core_uploads_member on core_uploads (company_id, membership_id);
      create index core_uploads_age on core_uploads (created_at);
    `)
  }

  async down() {
    this.schema.dropTable('core_uploads')
    this.schema.raw('drop trigger core_files_removed on core_files; drop function core_file_removed; drop table core_file_removals')
    this.schema.alterTable('core_files', (table) => {
      for (const column of ['name', 'membership_id', 'public_name', 'stored_at', 'attached_at', 'expires_at']) table.dropColumn(column)
    })
  }
}
