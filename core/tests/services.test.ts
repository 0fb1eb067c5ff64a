import { describe, expect, it } from 'vitest'
import { defineService } from '#core/contract/services'
import { testApp } from '#core/testing/app'

const app = await testApp()
// Only now: it asks for the database of the booted app.
const { serviceOf } = await import('#core/kit/services')
// By name, as core knows no plugin; the declared tokens are the plugins' own.
const learningService = defineService<{ listCourses(): Promise<object[]> }>('learning.service')
const certificatesService = defineService<object>('certificates.service')

describe('asking for another plugin’s service', () => {
  it('gives it in the running company, with its rows', async () => {
    const courses = await app.inCompany('noordwind', async () => (await serviceOf(learningService))!.listCourses())
    expect(courses.length).toBeGreaterThan(0)
    expect(await app.asSystem(() => serviceOf(learningService))).not.toBeNull()
  })

  it('gives none where its plugin is off, and none that nobody provides', async () => {
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

  it('throws where nobody said whose data is meant', async () => {
    const { withoutScope } = await import('#core/tenancy/scope')
    await withoutScope(() => expect(serviceOf(learningService)).rejects.toThrow(/scope/))
  })
})
