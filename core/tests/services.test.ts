import { describe, expect, it } from 'vitest'
import { defineService } from '#core/contract/services'
import { testApp } from '#core/testing/app'

const app = await testApp()
// Imported here: it needs the database of the booted app.
const { serviceOf } = await import('#core/kit/services')
// By name, because core knows no plugin; the declared tokens belong to the plugins.
const learningService = defineService<{ listCourses(): Promise<object[]> }>('learning.service')
const certificatesService = defineService<object>('certificates.service')

describe('using another plugin’s service', () => {
  it('returns it in the current company with its rows', async () => {
    const courses = await app.inCompany('noordwind', async () => (await serviceOf(learningService))!.listCourses())
    expect(courses.length).toBeGreaterThan(0)
    expect(await app.asSystem(() => serviceOf(learningService))).not.toBeNull()
  })

  it('returns none where its plugin is off, and none that nobody provides', async () => {
    await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      const { plugins } = await db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail()
      await db
        .from('core_companies')
        .where('login_id', 'bouwmeester')
        .update({ plugins: plugins.filter((id: string) => id !== 'certificates') })
    })
    expect(await app.inCompany('bouwmeester', () => serviceOf(certificatesService))).toBeNull()
    expect(await app.inCompany('noordwind', () => serviceOf(certificatesService))).not.toBeNull()
    expect(await app.inCompany('noordwind', () => serviceOf(defineService('nobody.service')))).toBeNull()
  })

  it('throws without a current company', async () => {
    const { withoutScope } = await import('#core/tenancy/scope')
    await withoutScope(() => expect(serviceOf(learningService)).rejects.toThrow(/scope/))
  })
})
