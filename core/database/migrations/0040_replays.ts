import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** How far a plugin's tables are filled from what happened before it was switched on. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('core_replays', (table) => {
      table.text('plugin').notNullable()
      table.text('event').notNullable()
      // The last fact that was taken, by the key of whoever keeps it.
      table.bigInteger('after_key').notNullable().defaultTo(0)
      table.integer('done').notNullable().defaultTo(0)
      table.integer('total').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('finished_at').nullable()
      table.unique(['company_id', 'plugin', 'event'])
    })
    // Switched off, a plugin hears nothing: when it comes back, it begins anew.
    this.schema.raw(`
      create function core_forget_replays() returns trigger language plpgsql as $$
      begin
        delete from core_replays where company_id = new.id and plugin <> all(new.plugins);
        return new;
      end $$;
      create trigger core_forget_replays after update of plugins on core_companies
        for each row when (old.plugins is distinct from new.plugins) execute function core_forget_replays();
    `)
  }

  async down() {
    this.schema.raw('drop trigger core_forget_replays on core_companies; drop function core_forget_replays();')
    this.schema.dropTable('core_replays')
  }
}
