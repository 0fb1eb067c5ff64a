import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { PASSWORD } from '#core/testing/client'
import { untilBlocked } from '#core/testing/locks'
import { superuserOfTest } from '#core/testing/superuser'
import { createParticipant } from '#core/testing/factories'

// Two people change the same members concurrently: the second sees the result of the first, and no deadlock occurs.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

const memberOf = (email: string) => app.asSystem(() => db.from('core_memberships').where('email', email).firstOrFail())
/** Creates a participant of Noordwind who can sign in. */
const add = (email: string, membership: Record<string, unknown> = {}) =>
  createParticipant('noordwind', { email, firstname: 'Tegelijk', lastname: 'Bezig', signsIn: true, membership })
const sessionOf = async (email: string) => {
  const { findPerson } = await import('#core/accounts/session_store')
  const { user_id: user, id } = await memberOf(email)
  return (await findPerson(user, id))!
}

describe('the supervisors of a company', () => {
  it('cannot all leave at once: when one is deactivated and another deletes their account, the second stays', async () => {
    const { setMemberStatus } = await import('#core/people/member_status')
    const { deleteAccount } = await import('#core/profile/delete_account')
    const { inCompany } = await import('#core/tenancy/scope')
    const { id, companyId } = await add('tweede@held.example', { role: 'beheerder', status: 'active' })
    const supervisors = () =>
      app.asSystem(() =>
        db.from('core_memberships').where({ company_id: companyId, role: 'beheerder', status: 'active' }).orderBy('id').select('email'),
      )
    expect(await supervisors()).toEqual([{ email: 'beheerder@noordwind.example' }, { email: 'tweede@held.example' }])
    const first = await sessionOf('beheerder@noordwind.example')
    const somebody = await sessionOf('leerling@noordwind.example')
    const superuser = await superuserOfTest()
    try {
      await superuser.query('begin')
      // Deactivated in a transaction that is not committed yet: nobody else sees it.
      await superuser.query('lock table core_outbox in share mode')
      const shutting = inCompany(companyId, () =>
        db.transaction((trx) => setMemberStatus(trx, { id, status: 'inactive', session: somebody })),
      )
      await untilBlocked(app)
      const deleting = deleteAccount(first, { current: PASSWORD, ip: '127.0.0.1' })
      const both = Promise.allSettled([shutting, deleting])
      await untilBlocked(app, { many: 2, orOver: deleting })
      await superuser.query('commit')
      expect(await both).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'last_supervisor' } }])
    } finally {
      await superuser.end()
    }
    expect(await supervisors()).toEqual([{ email: 'beheerder@noordwind.example' }])
  })
})

describe('a member whom a directory renames', () => {
  it('is locked after the person, in the same order as by their own profile', async () => {
    const { renameFederated } = await import('#core/people/federated_members')
    const { inCompany } = await import('#core/tenancy/scope')
    const { id, userId, companyId } = await add('hernoemd@held.example')
    let renaming: Promise<void> | undefined
    await app.asSystem(() =>
      db.transaction(async (trx) => {
        await trx.from('core_users').where('id', userId).forUpdate().select('id')
        renaming = inCompany(companyId, () => renameFederated(id, { firstname: 'Anders', lastname: 'Genoemd' }))
        await untilBlocked(app)
        await trx.rawQuery('select id from core_memberships where id = ? for update nowait', [id])
      }),
    )
    await renaming
    expect(await memberOf('hernoemd@held.example')).toMatchObject({ firstname: 'Anders', lastname: 'Genoemd' })
  })
})

describe('a person who uses a mailed link', () => {
  it.each(['moves', 'is merged', 'deletes the account'] as const)(
    'and %s at the same moment: the link is waited for first',
    async (what) => {
      const { previewMove } = await import('#core/people/moving/move_person')
      const { previewMerge } = await import('#core/people/moving/merge_people')
      const { deleteAccount } = await import('#core/profile/delete_account')
      const { findPerson } = await import('#core/accounts/session_store')
      const { issueToken } = await import('#core/accounts/tokens')
      const { INVITATION } = await import('#core/accounts/invitation')
      const email = `${what.replaceAll(' ', '-')}@held.example`
      const { id: membershipId, userId } = await add(email, { status: 'active' })
      await issueToken(INVITATION, { userId, membershipId })
      const { id: companyId } = await app.asSystem(() => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
      const { id: adminId } = await app.asSystem(() => db.from('core_users').where('email', 'admin@platform.example').firstOrFail())
      const admin = (await findPerson(adminId, null))!
      const own = await sessionOf(email)
      const { id: into } = await memberOf('leerling@noordwind.example')
      const begin = {
        moves: () => previewMove(admin, { membershipId, companyId }),
        'is merged': () => previewMerge(admin, { membershipId: into, email }),
        'deletes the account': () => deleteAccount(own, { current: PASSWORD, ip: '127.0.0.1' }),
      }[what]
      const { withoutScope } = await import('#core/tenancy/scope')
      let ended: Promise<unknown> | undefined
      await app.asSystem(() =>
        db.transaction(async (trx) => {
          await trx.from('core_tokens').where('user_id', userId).forUpdate().select('id')
          ended = withoutScope<Promise<unknown>>(begin)
          await untilBlocked(app)
          await trx.rawQuery('select id from core_users where id = ? for update nowait', [userId])
          await trx.rawQuery('select id from core_memberships where id = ? for update nowait', [membershipId])
        }),
      )
      await ended
    },
  )
})
