import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * When a person deleted their account, and their address at that time. The row waits for the job that erases it. Its `email` is a
 * placeholder, so that the address is free at once.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_users add column deleted_at timestamptz, add column deleted_email citext,
        add constraint core_users_deleted check ((deleted_at is null) = (deleted_email is null))`)
  }

  async down() {
    this.schema.raw('alter table core_users drop column deleted_at, drop column deleted_email')
  }
}
