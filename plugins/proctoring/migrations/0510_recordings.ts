import { TenantSchema } from '#core/kit/schema'

/**
 * Recorded attempts, their evidence and their review. A row belongs to the participant's company. The exam provider whose examiners review
 * it may read it. Examiners are stored by user id without a foreign key, because they belong to another company and rows here must not
 * prevent deleting them.
 */
export default class extends TenantSchema {
  async up() {
    const alsoVisibleTo = { alsoVisibleTo: 'review_company_id' }

    this.tenantTable(
      'proctoring_recordings',
      (table) => {
        table.bigInteger('review_company_id').notNullable().references('id').inTable('core_companies').onDelete('CASCADE')
        table.text('provider_name').notNullable()
        table.bigInteger('membership_id').notNullable()
        // Ids of learning. No foreign key, because plugins do not reference each other's tables.
        table.bigInteger('participation_id').notNullable()
        table.bigInteger('activity_id').notNullable()
        table.bigInteger('attempt_id').nullable()
        // Copies for the examiner, who cannot read people of another company.
        table.text('person_name').notNullable()
        table.jsonb('course_name').notNullable()
        table.jsonb('quiz_title').notNullable()
        table.text('language').nullable()
        table.text('state').notNullable().defaultTo('prepared')
        // The key of the evidence, encrypted with the key of the platform. Null once the evidence is deleted.
        table.text('key').nullable()
        table.timestamp('consent_at').nullable()
        // The version of the provider's terms that the participant agreed to.
        table.text('terms_mark').nullable()
        table.integer('retention_days').notNullable()
        table.bigInteger('id_photo_id').nullable()
        table.bigInteger('face_photo_id').nullable()
        table.timestamp('started_at').nullable()
        table.timestamp('submitted_at').nullable()
        // core_users.id of the examiner who claimed it.
        table.bigInteger('claimed_by').nullable()
        table.timestamp('claimed_at').nullable()
        table.text('appeal').nullable()
        table.timestamp('appealed_at').nullable()
        table.timestamp('decided_at').nullable()
        // When the evidence expires, and when it was deleted.
        table.timestamp('evidence_expires_at').nullable()
        table.timestamp('evidence_deleted_at').nullable()
        // The signed receipt, and the token in the address where anybody can verify it.
        table.jsonb('receipt').nullable()
        table.text('token').nullable().unique()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
      },
      alsoVisibleTo,
    )
    this.ownReference('proctoring_recordings', 'membership_id', 'core_memberships')
    this.ownReference('proctoring_recordings', 'id_photo_id', 'core_files', 'set null')
    this.ownReference('proctoring_recordings', 'face_photo_id', 'core_files', 'set null')
    this.schema.raw(`
      create unique index proctoring_recordings_attempt on proctoring_recordings (company_id, attempt_id) where attempt_id is not null;
      create unique index proctoring_recordings_prepared on proctoring_recordings (company_id, participation_id, activity_id) where state = 'prepared';
      create index proctoring_recordings_of on proctoring_recordings (company_id, membership_id);
      create index proctoring_recordings_review on proctoring_recordings (review_company_id, state, submitted_at);
      create index proctoring_recordings_expiry on proctoring_recordings (evidence_expires_at, company_id) where evidence_expires_at is not null and evidence_deleted_at is null`)

    const ofRecording = (name: string, build: Parameters<TenantSchema['tenantTable']>[1]) => {
      this.tenantTable(
        name,
        (table) => {
          table.bigInteger('review_company_id').notNullable().references('id').inTable('core_companies').onDelete('CASCADE')
          table.bigInteger('recording_id').notNullable()
          build(table)
        },
        alsoVisibleTo,
      )
      this.ownReference(name, 'recording_id', 'proctoring_recordings')
    }
    ofRecording('proctoring_pieces', (table) => {
      table.text('source').notNullable().checkIn(['camera', 'screen'])
      table.integer('number').notNullable()
      table.timestamp('started_at').notNullable()
      table.integer('milliseconds').notNullable()
      table.integer('size').notNullable()
      table.text('sha256').notNullable()
      table.bigInteger('file_id').notNullable()
      table.unique(['company_id', 'recording_id', 'source', 'number'])
    })
    this.ownReference('proctoring_pieces', 'file_id', 'core_files')
    ofRecording('proctoring_marks', (table) => {
      table.text('kind').notNullable()
      table.timestamp('at').notNullable()
      table.unique(['company_id', 'recording_id', 'kind', 'at'])
    })
    ofRecording('proctoring_notes', (table) => {
      table.bigInteger('by_user').notNullable()
      table.timestamp('at').notNullable()
      table.text('text').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.index(['company_id', 'recording_id'])
    })
    ofRecording('proctoring_decisions', (table) => {
      // 1: the first examiner. 2: the second examiner. 3: after an appeal.
      table.integer('round').notNullable()
      table.text('verdict').notNullable().checkIn(['approve', 'reject'])
      table.text('explanation').notNullable().defaultTo('')
      table.bigInteger('by_user').notNullable()
      table.timestamp('at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'recording_id', 'round'])
    })
    ofRecording('proctoring_views', (table) => {
      table.bigInteger('by_user').notNullable()
      table.timestamp('at').notNullable().defaultTo(this.now())
      table.index(['company_id', 'recording_id'])
    })
  }

  async down() {
    for (const name of ['views', 'decisions', 'notes', 'marks', 'pieces', 'recordings']) this.schema.dropTable(`proctoring_${name}`)
  }
}
