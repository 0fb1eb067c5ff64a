import { TenantSchema } from '#core/kit/schema'

/** Other learning systems ("platforms" in LTI 1.3), who comes from them and to which of our courses. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('lti_platforms', (table) => {
      table.text('name').notNullable()
      table.text('issuer').notNullable()
      table.text('client_id').notNullable()
      // Opaque, made of issuer and client id: a login that names no deployment is found by it, in whichever company has it.
      table.text('token').notNullable().index()
      table.text('auth_url').notNullable()
      table.text('token_url').notNullable()
      // Where its keys are, or its one key.
      table.text('jwks_url').nullable()
      table.text('public_key').nullable()
      // What its token endpoint wants to be called, where that is not its address.
      table.text('audience').nullable()
      // Further origins on whose pages our own may stand.
      table.specificType('frame_origins', 'text[]').notNullable().defaultTo('{}')
      // Of addresses in these domains its word is enough.
      table.specificType('trusted_domains', 'text[]').notNullable().defaultTo('{}')
      table.boolean('is_active').notNullable().defaultTo(true)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'issuer', 'client_id'])
    })

    this.tenantTable('lti_deployments', (table) => {
      table.bigInteger('platform_id').notNullable()
      table.text('deployment_id').notNullable()
      // Opaque, made of issuer, client id and deployment: what names the company, so it is one company's alone.
      table.text('token').notNullable().unique()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'platform_id', 'deployment_id'])
    })
    this.ownReference('lti_deployments', 'platform_id', 'lti_platforms')

    // What the company signs with. The next one is published before it is used, the last one for a while after.
    this.tenantTable('lti_keys', (table) => {
      table.text('kid').notNullable().unique()
      // Sealed with the platform's key.
      table.text('private_key').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('retired_at').nullable()
      table.index(['company_id', 'created_at'])
    })
    // Their public halves are everybody's to read (publishedByAll): a key set is one address for all companies.
    this.tenantTable('lti_public_keys', (table) => {
      table.text('kid').notNullable().unique()
      table.jsonb('published').notNullable()
      // Gone from then on; null while it is in use.
      table.timestamp('until').nullable()
    })

    // Of a launch that was taken: the same one again is refused by this row.
    this.tenantTable('lti_nonces', (table) => {
      table.text('nonce').notNullable()
      table.timestamp('expires_at').notNullable()
      table.unique(['company_id', 'nonce'])
      table.index(['company_id', 'expires_at'])
    })

    this.tenantTable('lti_people', (table) => {
      table.bigInteger('platform_id').notNullable()
      table.text('sub').notNullable()
      table.bigInteger('membership_id').notNullable()
      table.boolean('is_administrator').notNullable().defaultTo(false)
      // Their account was made by a launch: the platform's word about their name goes on.
      table.boolean('is_made').notNullable().defaultTo(false)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('last_used_at').nullable()
      table.unique(['company_id', 'platform_id', 'sub'])
      table.index(['company_id', 'membership_id'])
    })
    this.ownReference('lti_people', 'platform_id', 'lti_platforms')
    this.ownReference('lti_people', 'membership_id', 'core_memberships')

    // A course of theirs, and where its list of people is read.
    this.tenantTable('lti_contexts', (table) => {
      table.bigInteger('deployment_id').notNullable()
      table.text('context').notNullable()
      table.text('title').notNullable().defaultTo('')
      table.text('memberships_url').nullable()
      table.timestamp('synced_at').nullable()
      table.text('sync_error').nullable()
      table.unique(['company_id', 'deployment_id', 'context'])
    })
    this.ownReference('lti_contexts', 'deployment_id', 'lti_deployments')

    this.tenantTable('lti_context_people', (table) => {
      table.bigInteger('context_id').notNullable()
      table.bigInteger('person_id').notNullable()
      table.text('role').notNullable().checkIn(['learner', 'instructor'])
      table.text('status').notNullable().defaultTo('active').checkIn(['active', 'left'])
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'context_id', 'person_id'])
      table.index(['company_id', 'person_id'])
    })
    this.ownReference('lti_context_people', 'context_id', 'lti_contexts')
    this.ownReference('lti_context_people', 'person_id', 'lti_people')

    // A link on one of their pages, and which of our courses it opens.
    this.tenantTable('lti_links', (table) => {
      table.bigInteger('context_id').notNullable()
      table.text('resource_link').notNullable()
      table.bigInteger('course_id').notNullable()
      table.text('title').notNullable().defaultTo('')
      // Where grades go: this line of their grade book, or their grade book where a line is found or made.
      table.text('line_item_url').nullable()
      table.text('line_items_url').nullable()
      table.specificType('scopes', 'text[]').notNullable().defaultTo('{}')
      table.unique(['company_id', 'context_id', 'resource_link'])
      table.index(['company_id', 'course_id'])
    })
    this.ownReference('lti_links', 'context_id', 'lti_contexts')

    // What the platform is to know of somebody: the last value, and the last that it took.
    this.tenantTable('lti_grades', (table) => {
      table.bigInteger('link_id').notNullable()
      table.bigInteger('person_id').notNullable()
      table.bigInteger('participation_id').notNullable()
      // Of 100; null while there is none.
      table.decimal('score', 5, 2).nullable()
      table.text('activity').notNullable().defaultTo('Started').checkIn(['Started', 'InProgress', 'Completed'])
      table.timestamp('happened_at').notNullable()
      table.integer('version').notNullable().defaultTo(1)
      table.integer('sent_version').notNullable().defaultTo(0)
      table.integer('tries').notNullable().defaultTo(0)
      table.timestamp('next_try_at').nullable()
      table.timestamp('sent_at').nullable()
      table.text('problem').nullable()
      table.unique(['company_id', 'link_id', 'person_id'])
      table.index(['company_id', 'participation_id'])
      table.index(['company_id', 'person_id'])
    })
    this.ownReference('lti_grades', 'link_id', 'lti_links')
    this.ownReference('lti_grades', 'person_id', 'lti_people')
    this.schema.raw(`create index lti_grades_due on lti_grades (company_id, next_try_at) where version > sent_version`)

    // What an admin made for one platform to register itself with, once.
    this.tenantTable('lti_invitations', (table) => {
      table.text('token').notNullable().unique()
      table.timestamp('expires_at').notNullable()
      table.timestamp('used_at').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
    })

    // What came in and what became of it; kept for 90 days.
    this.tenantTable('lti_launches', (table) => {
      table.bigInteger('platform_id').nullable()
      table.bigInteger('membership_id').nullable()
      table.text('message').notNullable()
      // `opened`, or the reason of the refusal.
      table.text('outcome').notNullable()
      table.text('detail').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.index(['company_id', 'created_at'])
    })
    this.ownReference('lti_launches', 'platform_id', 'lti_platforms', 'set null')
    this.ownReference('lti_launches', 'membership_id', 'core_memberships', 'set null')
  }

  async down() {
    for (const table of [
      'launches',
      'invitations',
      'grades',
      'links',
      'context_people',
      'contexts',
      'people',
      'nonces',
      'public_keys',
      'keys',
      'deployments',
      'platforms',
    ])
      this.schema.dropTable(`lti_${table}`)
  }
}
