import { type TestApp, signInAs } from '#core/testing/app'

/** Lets Noordwind's directory add people of example.com. @returns the token for its requests */
export async function scimToken(app: TestApp): Promise<string> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const admin = await signInAs('admin@platform.example')
  const { id } = await app.asSystem(async () => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())
  const { updated_at } = (await admin.get(`/api/companies/${id}`)).body.data
  await admin.patch(`/api/companies/${id}`, { updated_at, settings: { directory: { domains: 'example.com' } } })
  return (await (await signInAs('beheerder@noordwind.example')).post('/api/directory/companies/0/scim')).body.data.token
}
