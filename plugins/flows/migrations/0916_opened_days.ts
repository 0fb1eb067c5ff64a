import { TenantSchema } from '#core/kit/schema'

/** The day the course of a step was first opened, which stays known when the course is given again. Missing days are read from learning. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table flows_steps add column opened_on date')
  }

  async down() {
    this.schema.raw('alter table flows_steps drop column opened_on')
  }
}
