import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** How far the tables of a plugin are filled with facts from before the plugin was switched on. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('core_replays', (table) => {
      table.text('plugin').notNullable()
      table.text('event').notNullable()
      // The key of the last fact that was processed.
      table.bigInteger('after_key').notNullable().defaultTo(0)
      table.integer('done').notNullable().defaultTo(0)
      table.integer('total').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('finished_at').nullable()
      table.unique(['company_id', 'plugin', 'event'])
    })
    // A plugin receives no events while it is switched off. When it is switched on again, the replay starts from the beginning.
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
