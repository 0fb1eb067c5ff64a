import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Whoever writes a status asks for it, also where it was so already: a directory, an accepted invitation, a move, a removal. Of those only what
 * changed it was noted, and whoever took their own order back after it let somebody in who was not to come in any more.
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
