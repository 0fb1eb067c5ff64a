import { TenantSchema } from '#core/kit/schema'

/** Other learning systems ("platforms" in LTI 1.3), the people who come from them, and the courses that they open. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('lti_platforms', (table) => {
      table.text('name').notNullable()
      table.text('issuer').notNullable()
      table.text('client_id').notNullable()
      // An opaque value derived from the issuer and the client id. A login without a deployment is found by it, across companies.
      table.text('token').notNullable().index()
      table.text('auth_url').notNullable()
      table.text('token_url').notNullable()
      // The address of its keys, or its single key.
      table.text('jwks_url').nullable()
      table.text('public_key').nullable()
      // The audience that its token endpoint expects, if that differs from its address.
      table.text('audience').nullable()
      // More origins that may frame our pages.
      table.specificType('frame_origins', 'text[]').notNullable().defaultTo('{}')
      // Domains for which e-mail addresses from the platform are trusted.
      table.specificType('trusted_domains', 'text[]').notNullable().defaultTo('{}')
      table.boolean('is_active').notNullable().defaultTo(true)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'issuer', 'client_id'])
    })

    this.tenantTable('lti_deployments', (table) => {
      table.bigInteger('platform_id').notNullable()
      table.text('deployment_id').notNullable()
      // An opaque value derived from the issuer, the client id and the deployment. It identifies the company, so it is unique across
      // companies.
      table.text('token').notNullable().unique()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'platform_id', 'deployment_id'])
    })
    this.ownReference('lti_deployments', 'platform_id', 'lti_platforms')

    // The signing keys of the company. The next key is published before it is used, and the last key for some time after.
    this.tenantTable('lti_keys', (table) => {
      table.text('kid').notNullable().unique()
      // Encrypted with the key of the platform.
      table.text('private_key').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('retired_at').nullable()
      table.index(['company_id', 'created_at'])
    })
    // The public keys. Everybody may read them (publishedByAll), because one address serves the key set of all companies.
    this.tenantTable('lti_public_keys', (table) => {
      table.text('kid').notNullable().unique()
      table.jsonb('published').notNullable()
      // When the key is no longer published. Null while it is in use.
      table.timestamp('until').nullable()
    })

    // Launches that were accepted. A launch with the same nonce is refused.
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
      // Whether a launch created their account. If so, later launches also update their name.
      table.boolean('is_made').notNullable().defaultTo(false)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('last_used_at').nullable()
      table.unique(['company_id', 'platform_id', 'sub'])
      table.index(['company_id', 'membership_id'])
    })
    this.ownReference('lti_people', 'platform_id', 'lti_platforms')
    this.ownReference('lti_people', 'membership_id', 'core_memberships')

    // A course on the platform, and the address of its list of members.
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

    // A link on a page of the platform, and the course that it opens here.
    this.tenantTable('lti_links', (table) => {
      table.bigInteger('context_id').notNullable()
      table.text('resource_link').notNullable()
      table.bigInteger('course_id').notNullable()
      table.text('title').notNullable().defaultTo('')
      // Where grades are sent: a line of their grade book, or the grade book in which the line is found or created.
      table.text('line_item_url').nullable()
      table.text('line_items_url').nullable()
      table.specificType('scopes', 'text[]').notNullable().defaultTo('{}')
      table.unique(['company_id', 'context_id', 'resource_link'])
      table.index(['company_id', 'course_id'])
    })
    this.ownReference('lti_links', 'context_id', 'lti_contexts')

    // The result to send for a person: the last value, and the last value that the platform accepted.
    this.tenantTable('lti_grades', (table) => {
      table.bigInteger('link_id').notNullable()
      table.bigInteger('person_id').notNullable()
      table.bigInteger('participation_id').notNullable()
      // Of 100. Null while there is no score.
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

    // A one-time invitation from an admin with which a platform can register itself.
    this.tenantTable('lti_invitations', (table) => {
      table.text('token').notNullable().unique()
      table.timestamp('expires_at').notNullable()
      table.timestamp('used_at').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
    })

    // Launches and their outcome, kept for 90 days.
    this.tenantTable('lti_launches', (table) => {
      table.bigInteger('platform_id').nullable()
      table.bigInteger('membership_id').nullable()
      table.text('message').notNullable()
      // `opened`, or the reason for the refusal.
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
