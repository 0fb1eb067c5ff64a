import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Records the time of every write of a status, also if the value stays the same: by a directory, an accepted invitation, a move or a
 * removal. Before this, undoing an earlier action could give access to somebody who had been blocked again since.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      drop trigger core_note_status on core_memberships;
      create trigger core_note_status before update of status on core_memberships for each row execute function core_note_status();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger core_note_status on core_memberships;
      create trigger core_note_status before update of status on core_memberships
        for each row when (new.status is distinct from old.status) execute function core_note_status();
    `)
  }
}
